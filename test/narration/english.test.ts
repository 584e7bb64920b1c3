import { type Case, describeNarrations } from "../support/narrations.ts";

const CASES: Case[] = [
  {
    narration:
      'At dawn the camp wakes. Cassius Vorentius stokes the fire. "Aldwyn will return," whispers Mira, watching Fort-Dragon.',
    names: ["Cassius Vorentius", "Aldwyn", "Mira", "Fort-Dragon"],
    issues: ["no-match Cassius Vorentius 1:25", "below-threshold Aldwyn (Alduin) 1:61"],
  },
  {
    narration: "Mira enters Fort-Dragon. The World-Eater sleeps.",
    names: ["Mira", "Fort-Dragon", "World-Eater"],
    issues: [],
  },
  {
    narration: "Yesterday Cassius greeted Zorvane. Then Cassius left.",
    names: ["Cassius", "Zorvane"],
    issues: ["no-match Cassius 1:11 1:41", "no-match Zorvane 1:27"],
  },
  {
    narration: '"Welcome," said Orso. "Looking for Kaelen?"',
    names: ["Orso", "Kaelen"],
    issues: ["no-match Orso 1:17", "no-match Kaelen 1:36"],
  },
  {
    narration: '"Never will I go to Ravenmoor," breathed Marla.',
    names: ["Ravenmoor", "Marla"],
    issues: ["no-match Ravenmoor 1:21"],
  },
  {
    narration: "Uncertainty. Silence. Darkness falls over the moor.",
    names: [],
    issues: [],
  },
  {
    narration: "**Aldric Fervent** grimaces. *Maybe*, he thinks, N'zul lied.",
    names: ["Aldric Fervent", "N'zul"],
    issues: [],
  },
  {
    narration: "# The Tower of Jade\n\nMira climbs the stairs of the Tower of Jade.",
    names: ["Tower of Jade", "Mira"],
    issues: [],
  },
  {
    narration: "- Thorgal: AC 14, HP 15\n- A rusty sword\n- Brysandra",
    names: ["Thorgal", "Brysandra"],
    issues: ["no-match Thorgal 1:3", "no-match Brysandra 3:3"],
  },
  {
    narration: "MIRA RUNS TO FORT-DRAGON. KAELEN SCREAMS.",
    names: ["MIRA", "FORT-DRAGON", "KAELEN"],
    issues: ["no-match KAELEN 1:27"],
  },
  {
    narration: "Louis XIV receives Louis XV. The king bows.",
    names: ["Louis XIV", "Louis XV"],
    issues: ["no-match Louis XV 1:20"],
  },
  {
    narration: "<@123456789> rolls 2d6+3 to hit Grubnak :dragon: and ||Selene dies||.",
    names: ["Grubnak", "Selene"],
    issues: ["no-match Grubnak 1:33", "no-match Selene 1:56"],
  },
  {
    narration: "On Monday the English will attack in vain.",
    names: [],
    issues: [],
  },
  {
    narration: "The Order of the Black Lily guards the Emerald City.",
    names: ["Order of the Black Lily", "Emerald City"],
    issues: ["no-match Order of the Black Lily 1:5", "no-match Emerald City 1:40"],
  },
  {
    narration: "See https://example.com/Mirador and `Config.Load()` before you answer Zorvane.",
    names: ["Zorvane"],
    issues: ["no-match Zorvane 1:71"],
  },
  {
    narration: "Don't go, Selene! I'm Bjorn's brother. She's gone. It's Mira's.",
    names: ["Selene", "Bjorn", "Mira"],
    issues: ["no-match Selene 1:11", "no-match Bjorn 1:23"],
  },
  {
    narration: "Give me the Sword of Truth, Tristan! Will you come?",
    names: ["Sword of Truth", "Tristan"],
    issues: ["no-match Tristan 1:29"],
  },
  {
    narration: "Captain Vorentius and Lady Ysolde of Rocheclaire wait.",
    names: ["Captain Vorentius", "Lady Ysolde of Rocheclaire"],
    issues: ["no-match Captain Vorentius 1:1", "no-match Lady Ysolde of Rocheclaire 1:23"],
  },
  {
    narration:
      "The captain\nVorentius walks to the\nplain. He knows that Cassius\nVorentius is dead, for the\nrumour has spread since dawn.",
    names: ["Vorentius", "Cassius Vorentius"],
    issues: ["no-match Vorentius 2:1", "no-match Cassius Vorentius 3:22"],
  },
  {
    narration: "The Raven waits on the roof. Mira looks up at the Raven.",
    names: ["Raven", "Mira"],
    issues: ["ambiguous Raven (Bran, Ysolde Sombrelac) 1:5 1:51"],
  },
  {
    narration: "Mira casts Fireball. Zorvane dodges.",
    names: ["Mira", "Zorvane"],
    issues: ["no-match Zorvane 1:22"],
  },
  {
    narration: "O'Brien and McGregor drink with T'Pol and K'thar.",
    names: ["O'Brien", "McGregor", "T'Pol", "K'thar"],
    issues: ["no-match O'Brien 1:1", "no-match McGregor 1:13", "no-match T'Pol 1:33", "no-match K'thar 1:43"],
  },
  {
    narration: "Rose came in. The roses faded.",
    names: ["Rose"],
    issues: ["no-match Rose 1:1"],
  },
  {
    narration: "Grog smashes the door. Pike heals him. Vex laughs.",
    names: ["Grog", "Pike", "Vex"],
    issues: ["no-match Grog 1:1", "no-match Pike 1:24", "no-match Vex 1:40"],
  },
  {
    narration: "Eleanor of Rocheclaire greeted Edward the Bold.",
    names: ["Eleanor of Rocheclaire", "Edward the Bold"],
    issues: ["no-match Eleanor of Rocheclaire 1:1", "no-match Edward the Bold 1:32"],
  },
  {
    narration: "The Tower of Jad burns. She runs to the Tower of Jade.",
    names: ["Tower of Jad", "Tower of Jade"],
    issues: ["below-threshold Tower of Jad (Tower of Jade) 1:5"],
  },
  {
    narration: "> Mira speaks low.\n> Zorvane hears nothing.",
    names: ["Mira", "Zorvane"],
    issues: ["no-match Zorvane 2:3"],
  },
  {
    narration: "| Name | Role |\n| --- | --- |\n| Zorvane | mage |\n| Mira | heroine |",
    names: ["Zorvane", "Mira"],
    issues: ["no-match Zorvane 3:3"],
  },
  {
    narration: "Dr. Watson met J. R. R. Talbot in St. Albans. They shook hands.",
    names: ["Dr. Watson", "J. R. R. Talbot", "St. Albans"],
    issues: ["no-match Dr. Watson 1:1", "no-match J. R. R. Talbot 1:16", "no-match St. Albans 1:35"],
  },
  {
    narration: "Roll a d20. **STR** 16 (+3) **DEX** 12, says the DM.",
    names: [],
    issues: [],
  },
  {
    narration: "Alduin. Mira. Fort-Dragon.",
    names: ["Alduin", "Mira", "Fort-Dragon"],
    issues: [],
  },
  {
    narration: '"Mira!" yells Kael. But Mira does not move.',
    names: ["Mira", "Kael"],
    issues: ["no-match Kael 1:15"],
  },
  {
    narration: "Sir, the King awaits the Queen. Mrs. Orsini is patient.",
    names: ["Mrs. Orsini"],
    issues: ["no-match Mrs. Orsini 1:33"],
  },
  {
    narration: "The Slayer's Take is closed. Mira's sword hangs in the Rusty Anchor.",
    names: ["Slayer's Take", "Mira", "Rusty Anchor"],
    issues: ["no-match Slayer's Take 1:5", "no-match Rusty Anchor 1:56"],
  },
  {
    narration: "Suddenly Bjorn appears; Ingrid follows… Ulf sleeps.",
    names: ["Bjorn", "Ingrid", "Ulf"],
    issues: ["no-match Bjorn 1:10", "no-match Ingrid 1:25", "no-match Ulf 1:41"],
  },
  {
    narration: "(Mira sighs.) Mira—Kael's sister—laughs.",
    names: ["Mira", "Kael"],
    issues: ["no-match Kael 1:20"],
  },
  {
    narration: "Aldric strikes. Fervent parries. Jones laughs.",
    names: ["Aldric", "Jones"],
    issues: [],
  },
  {
    narration: "The market opens. Nobody comes. Outside, it rains.",
    names: [],
    issues: [],
  },
  {
    narration: '[The grimoire of Zorvane](https://example.com/Grimoire "Secret Title") speaks of #lore and @Keeper.',
    names: ["Zorvane"],
    issues: ["no-match Zorvane 1:18"],
  },
  {
    narration: "Vex: I go first.\nMira: Be careful.\nStealth: 14",
    names: ["Vex", "Mira"],
    issues: ["no-match Vex 1:1"],
  },
  {
    narration: '"Where is Alduín? With the Elves of Sylvembre," Mira says.',
    names: ["Alduín", "Sylvembre", "Mira"],
    issues: ["no-match Sylvembre 1:37"],
  },
  {
    narration: "Hope is lost. Will Mira come? Grace smiles.",
    names: ["Mira", "Grace"],
    issues: ["no-match Grace 1:31"],
  },
  {
    narration: "The ship, Sea Wolf, sails for Port Haven. Aye, Captain!",
    names: ["Sea Wolf", "Port Haven"],
    issues: ["no-match Sea Wolf 1:11", "no-match Port Haven 1:31"],
  },
  {
    narration: "As the Guard sleeps, Prince Edran's spies follow Marla Jones.",
    names: ["Prince Edran", "Marla Jones"],
    issues: ["no-match Prince Edran 1:22"],
  },
  {
    narration: "Mr. Pettigrew, Esq., owes the Duke of Highmere ten gold.",
    names: ["Mr. Pettigrew", "Duke of Highmere"],
    issues: ["no-match Mr. Pettigrew 1:1", "no-match Duke of Highmere 1:31"],
  },
  {
    narration:
      "Roll for Initiative: 14. Perception check, DC 15. Critical hit! Failure. Damage: 8 slashing. You gain 200 XP.",
    names: [],
    issues: [],
  },
  {
    narration:
      "Three days later, at the Temple of the Moon, High Priest Eldamar receives Sir Tancred of Highfort and his daughter, Lady Isaura.",
    names: ["Temple of the Moon", "High Priest Eldamar", "Sir Tancred of Highfort", "Lady Isaura"],
    issues: [
      "no-match Temple of the Moon 1:26",
      "no-match High Priest Eldamar 1:46",
      "no-match Sir Tancred of Highfort 1:75",
      "no-match Lady Isaura 1:117",
    ],
  },
  {
    narration:
      "To the north rise the Misty Mountains; to the east, the Ebon Forest; to the south, the kingdom of Karth. The river Sylve flows to the sea.",
    names: ["Misty Mountains", "Ebon Forest", "Karth", "Sylve"],
    issues: [
      "no-match Misty Mountains 1:23",
      "no-match Ebon Forest 1:57",
      "no-match Karth 1:99",
      "no-match Sylve 1:116",
    ],
  },
  {
    narration: "Welcome to Port Gloom, says the guard. Papers! Names? Vorn and Elska, you answer.",
    names: ["Port Gloom", "Vorn", "Elska"],
    issues: ["no-match Port Gloom 1:12", "no-match Vorn 1:55", "no-match Elska 1:64"],
  },
  {
    narration: "Ne\u200cver trust Zor\u200dvane. Zorvane lies to Mi\u00adra.",
    names: ["Zorvane", "Mira"],
    issues: ["no-match Zorvane 1:14 1:24"],
  },
  {
    narration: "Last night the ghost of Lucretia\nVane walked the halls.",
    names: ["Lucretia Vane"],
    issues: ["no-match Lucretia Vane 1:25"],
  },
  {
    narration:
      "Dawn breaks. Golden light floods the hall. Fog rolls in. Moonlight lingers. Smoke, rising, hides the moon.",
    names: [],
    issues: [],
  },
  {
    narration: "Flint, grinning, draws a knife. Hawk nods. Grr! Pssst, over here. LOL.",
    names: ["Flint", "Hawk"],
    issues: ["no-match Flint 1:1", "no-match Hawk 1:33"],
  },
  {
    narration: "Thordak the Cinder King wakes. Edward the Second's crown is gone. World War II is over.",
    names: ["Thordak the Cinder King", "Edward the Second", "World War II"],
    issues: ["no-match Thordak the Cinder King 1:1", "no-match Edward the Second 1:32", "no-match World War II 1:67"],
  },
  {
    narration: "Percy De Rolo met Ysra of the Seven Veils. The Hollow Queen stirs. 🎲 Roll for initiative.",
    names: ["Percy De Rolo", "Ysra of the Seven Veils", "Hollow Queen"],
    issues: ["no-match Percy De Rolo 1:1", "no-match Ysra of the Seven Veils 1:19", "no-match Hollow Queen 1:48"],
  },
];

describeNarrations("English narrations", CASES);
