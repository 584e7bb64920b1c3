import { type Case, describeNarrations } from "../support/narrations.ts";

const CASES: Case[] = [
  {
    narration:
      "À l'aube, le campement s'éveille. Cassius Vorentius attise le feu. « Aldwyn reviendra », murmure Mira en regardant Fort-Dragon.",
    names: ["Cassius Vorentius", "Aldwyn", "Mira", "Fort-Dragon"],
    issues: ["no-match Cassius Vorentius 1:35", "below-threshold Aldwyn (Alduin) 1:70"],
  },
  {
    narration: "Mira entre dans Fort-Dragon. Le Dévoreur de Mondes dort.",
    names: ["Mira", "Fort-Dragon", "Dévoreur de Mondes"],
    issues: [],
  },
  {
    narration: "Hier, Cassius salua Zorvane. Puis Cassius partit.",
    names: ["Cassius", "Zorvane"],
    issues: ["no-match Cassius 1:7 1:35", "no-match Zorvane 1:21"],
  },
  {
    narration: "— Bienvenue, dit Orso.\n— Tu cherches Kaelen ? demanda-t-elle.\n— Non, répondit Mira.",
    names: ["Orso", "Kaelen", "Mira"],
    issues: ["no-match Orso 1:18", "no-match Kaelen 2:15"],
  },
  {
    narration: "« Jamais je n'irai à Ravenmoor », souffla Marla.",
    names: ["Ravenmoor", "Marla"],
    issues: ["no-match Ravenmoor 1:22"],
  },
  {
    narration: "Incertitude. Silence. Puis la nuit tomba sur la lande.",
    names: [],
    issues: [],
  },
  {
    narration: "**Aldric Fervent** grimace. *Peut-être*, pense-t-il, que N'zul a menti.",
    names: ["Aldric Fervent", "N'zul"],
    issues: [],
  },
  {
    narration: "## La Tour de Jade\n\nMira gravit les marches de la Tour de Jade.",
    names: ["Tour de Jade", "Mira"],
    issues: [],
  },
  {
    narration: "- Thorgal : 15 PV, CA 14\n- Une épée rouillée\n- Bryseïs",
    names: ["Thorgal", "Bryseïs"],
    issues: ["no-match Thorgal 1:3", "no-match Bryseïs 3:3"],
  },
  {
    narration: "MIRA COURT VERS FORT-DRAGON. KAELEN HURLE.",
    names: ["MIRA", "FORT-DRAGON", "KAELEN"],
    issues: ["no-match KAELEN 1:30"],
  },
  {
    narration: "Louis XIV reçoit Louis XV. Le roi s'incline.",
    names: ["Louis XIV", "Louis XV"],
    issues: ["no-match Louis XV 1:18"],
  },
  {
    narration: "<@123456789> lance 2d6+3 pour frapper Grubnak :dragon: et ||Selene meurt||.",
    names: ["Grubnak", "Selene"],
    issues: ["no-match Grubnak 1:39", "no-match Selene 1:61"],
  },
  {
    narration: "Demain, lundi 3 mars, les Français attaqueront en vain.",
    names: [],
    issues: [],
  },
  {
    narration: "L'Ordre du Lys Noir garde la Cité d'Émeraude.",
    names: ["Ordre du Lys Noir", "Cité d'Émeraude"],
    issues: ["no-match Ordre du Lys Noir 1:3", "no-match Cité d'Émeraude 1:30"],
  },
  {
    narration: "Voyez https://exemple.fr/Mirador et `Config.Load()` avant de répondre à Zorvane.",
    names: ["Zorvane"],
    issues: ["no-match Zorvane 1:73"],
  },
  {
    narration: "Qu'Aldwyn vienne ! L'aubergiste, Gros-Louis, rit de bon cœur.",
    names: ["Aldwyn", "Gros-Louis"],
    issues: ["no-match Gros-Louis 1:34", "below-threshold Aldwyn (Alduin) 1:4"],
  },
  {
    narration: "Donne-moi l'Épée de Vérité, Tristan ! Viendras-tu ?",
    names: ["Épée de Vérité", "Tristan"],
    issues: ["no-match Tristan 1:29"],
  },
  {
    narration: "La capitaine Vorentius et dame Ysolde de Rocheclaire attendent.",
    names: ["Vorentius", "Ysolde de Rocheclaire"],
    issues: ["no-match Vorentius 1:14", "no-match Ysolde de Rocheclaire 1:32"],
  },
  {
    narration:
      "Le capitaine\nVorentius marche vers la\nplaine. Il sait que Cassius\nVorentius est mort, car la\nrumeur court depuis hier.",
    names: ["Vorentius", "Cassius Vorentius"],
    issues: ["no-match Vorentius 2:1", "no-match Cassius Vorentius 3:21"],
  },
  {
    narration: "Le Corbeau attend sur le toit. Mira lève les yeux vers le Corbeau.",
    names: ["Corbeau", "Mira"],
    issues: ["ambiguous Corbeau (Bran, Ysolde Sombrelac) 1:4 1:59"],
  },
  {
    narration: "Mira lance Boule de Feu. Zorvane esquive le Second Souffle.",
    names: ["Mira", "Zorvane"],
    issues: ["no-match Zorvane 1:26"],
  },
  {
    narration: "N’zul et T'Pol parlent à K'thar. D'abord, personne n'écoute.",
    names: ["N’zul", "T'Pol", "K'thar"],
    issues: ["no-match T'Pol 1:10", "no-match K'thar 1:26"],
  },
  {
    narration: "Rose entra. La rose se fana.",
    names: [],
    issues: [],
  },
  {
    narration: "Pierre dit la vérité. Julien quitta la salle.",
    names: ["Pierre", "Julien"],
    issues: ["no-match Pierre 1:1", "no-match Julien 1:23"],
  },
  {
    narration: "Éléonore de Rocheclaire salua Charles le Téméraire.",
    names: ["Éléonore de Rocheclaire", "Charles le Téméraire"],
    issues: ["no-match Éléonore de Rocheclaire 1:1", "no-match Charles le Téméraire 1:31"],
  },
  {
    narration: "La Forge de Valmur brûle. Elle court vers la Forge de Valmure.",
    names: ["Forge de Valmur", "Forge de Valmure"],
    issues: ["below-threshold Forge de Valmur (La Forge de Valmure) 1:4"],
  },
  {
    narration: "> Mira parle bas.\n> Zorvane n'entend rien.",
    names: ["Mira", "Zorvane"],
    issues: ["no-match Zorvane 2:3"],
  },
  {
    narration: "| Nom | Rôle |\n| --- | --- |\n| Zorvane | mage |\n| Mira | héroïne |",
    names: ["Zorvane", "Mira"],
    issues: ["no-match Zorvane 3:3"],
  },
  {
    narration: "北京城很大。Mira y retourne.",
    names: ["北京", "Mira"],
    issues: [],
  },
  {
    narration: "Мира идёт в Москву. Потом Иван спит.",
    names: ["Москву", "Иван"],
    issues: ["no-match Москву 1:13", "no-match Иван 1:27"],
  },
  {
    narration: "Alduin. Mira. Fort-Dragon.",
    names: ["Alduin", "Mira", "Fort-Dragon"],
    issues: [],
  },
  {
    narration: "« Mira ! » hurle Kael. Mais Mira ne bouge pas.",
    names: ["Mira", "Kael"],
    issues: ["no-match Kael 1:18"],
  },
  {
    narration: "Monsieur est sorti. Le Roi attend la Reine. Mme Orsini patiente.",
    names: ["Mme Orsini"],
    issues: ["no-match Mme Orsini 1:45"],
  },
  {
    narration: "Le forgeron soupire. Le vieux Tormund aussi.",
    names: ["Tormund"],
    issues: ["no-match Tormund 1:31"],
  },
  {
    narration: "Soudain, Bjorn surgit ; Ingrid le suit… Ulf, lui, dort.",
    names: ["Bjorn", "Ingrid", "Ulf"],
    issues: ["no-match Bjorn 1:10", "no-match Ingrid 1:25", "no-match Ulf 1:41"],
  },
  {
    narration: "Va voir Jean-Baptiste de La Salle au Pont-aux-Chèvres.",
    names: ["Jean-Baptiste de La Salle", "Pont-aux-Chèvres"],
    issues: ["no-match Jean-Baptiste de La Salle 1:9", "no-match Pont-aux-Chèvres 1:38"],
  },
  {
    narration: "Aldric frappe. Fervent pare le coup. Jones rit.",
    names: ["Aldric", "Jones"],
    issues: [],
  },
  {
    narration: "Le marché ouvre. Personne ne vient. Dehors, il pleut.",
    names: [],
    issues: [],
  },
  {
    narration: '[Le grimoire de Zorvane](https://exemple.fr/Grimoire "Titre Secret") parle de #lore et de @Maitre.',
    names: ["Zorvane"],
    issues: ["no-match Zorvane 1:17"],
  },
  {
    narration: "Étienne Marchevent paie 12 po. JdS de Con DD 15, dit le MJ.",
    names: ["Étienne Marchevent"],
    issues: ["no-match Étienne Marchevent 1:1"],
  },
  {
    narration: "« Où est Alduín ? — Chez les Elfes de Sylvembre », dit Mira.",
    names: ["Alduín", "Sylvembre", "Mira"],
    issues: ["no-match Sylvembre 1:39"],
  },
  {
    narration: "Il s'appelle Sam. Sam est là. Le samedi, Sam dort.",
    names: ["Sam"],
    issues: ["no-match Sam 1:14 1:19 1:42"],
  },
  {
    narration:
      "Jet d'Initiative : 14. Test de Perception DD 15. Réussite critique ! Échec. Dégâts : 8 tranchants. Vous gagnez 200 XP.",
    names: [],
    issues: [],
  },
  {
    narration:
      "Trois jours plus tard, au Temple de la Lune, le Grand Prêtre Eldamar reçoit Sire Tancrède de Hautfort et sa fille, dame Isaure.",
    names: ["Temple de la Lune", "Grand Prêtre Eldamar", "Sire Tancrède de Hautfort", "Isaure"],
    issues: [
      "no-match Temple de la Lune 1:27",
      "no-match Grand Prêtre Eldamar 1:49",
      "no-match Sire Tancrède de Hautfort 1:77",
      "no-match Isaure 1:121",
    ],
  },
  {
    narration:
      "Au nord se dressent les Monts Brumeux ; à l'est, la Forêt d'Ébène ; au sud, le royaume de Karth. La rivière Sylve coule vers la mer.",
    names: ["Monts Brumeux", "Forêt d'Ébène", "Karth", "Sylve"],
    issues: [
      "no-match Monts Brumeux 1:25",
      "no-match Forêt d'Ébène 1:53",
      "no-match Karth 1:91",
      "no-match Sylve 1:109",
    ],
  },
  {
    narration:
      "Jadis, on l'appelait Azhar le Sage. Aujourd'hui, Azhar n'est plus qu'une ombre. Nul ne sait où dort l'Œil d'Azhar.",
    names: ["Azhar le Sage", "Azhar", "Œil d'Azhar"],
    issues: ["no-match Azhar le Sage 1:22", "no-match Azhar 1:50", "no-match Œil d'Azhar 1:103"],
  },
  {
    narration: "Zo\u200brvane approche de Fort-Dra\u00adgon. \ufeffMi\u200dra salue Zorvane.",
    names: ["Zorvane", "Fort-Dragon", "Mira"],
    issues: ["no-match Zorvane 1:1 1:49"],
  },
  {
    narration: "Le fantôme de Cassius\nVorentius rôde. Les autres attendent.",
    names: ["Cassius Vorentius"],
    issues: ["no-match Cassius Vorentius 1:15"],
  },
  {
    narration: "Zorvane\nKhel sort de la brume. « Zorvane Khel », dit-elle.",
    names: ["Zorvane Khel"],
    issues: ["no-match Zorvane Khel 1:1 2:26"],
  },
  {
    narration: "Présents :\nMira\nTarek\nOrla",
    names: ["Mira", "Tarek", "Orla"],
    issues: ["no-match Tarek 3:1", "no-match Orla 4:1"],
  },
  {
    narration: "Mira cherche Aldric\nFervent. Personne ne répond.",
    names: ["Mira", "Aldric Fervent"],
    issues: [],
  },
  {
    narration: "Argh ! Pfff... Hmm. Hahaha ! Aube grise. Victoire ! Grâce aux dieux, Mira vit.",
    names: ["Mira"],
    issues: [],
  },
  {
    narration: "Corbeau dégaine. Le GPS et l'IA se taisent. RDV à midi, Mme Le Goff.",
    names: ["Corbeau", "Mme Le Goff"],
    issues: ["no-match Mme Le Goff 1:57", "ambiguous Corbeau (Bran, Ysolde Sombrelac) 1:1"],
  },
  {
    narration: "Temple de la Lune en vue ! Au-dessus de la Mer de Cendres, rien.",
    names: ["Temple de la Lune", "Mer de Cendres"],
    issues: ["no-match Temple de la Lune 1:1", "no-match Mer de Cendres 1:44"],
  },
];

describeNarrations("French narrations", CASES);
