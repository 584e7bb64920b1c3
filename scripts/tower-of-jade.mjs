// Plays the Tower of Jade session, in which a game master invented a character and misheard a name. Needs a build.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./ready.mjs";

const DB = join("demo", "tour-de-jade.db");
const CAMPAIGN = "tour-de-jade";
const NARRATION =
  "À l'aube, le campement s'éveille. Cassius Vorentius attise le feu.\n« Aldwyn reviendra », murmure Mira en regardant Fort-Dragon.";

// The session starts afresh each time; nothing outside this folder is touched.
rmSync(join(ROOT, "demo"), { recursive: true, force: true });
mkdirSync(join(ROOT, "demo"), { recursive: true });

const terminal = process.stdout.isTTY === true;
const bold = (text) => (terminal && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text) => process.stdout.write(`${text}\n`);
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

// A demonstration spends nobody's money: neither the keys of the environment nor the user's configuration reach it.
const inherited = Object.entries(process.env).filter(([name]) => !/_API_KEY$|^SNEQ_/.test(name));
const env = { ...Object.fromEntries(inherited), SNEQ_DB: DB, SNEQ_CAMPAIGN: CAMPAIGN };

function run(argv, stdout) {
  const stdio = ["ignore", stdout, "inherit"];
  const done = spawnSync(process.execPath, [join("bin", "run.js"), ...argv], {
    cwd: ROOT,
    encoding: "utf8",
    env,
    stdio,
  });
  if (done.status === 0) return done.stdout ?? "";
  say(`${done.stdout ?? ""}The command ended with exit code ${done.status}.`);
  process.exit(1);
}

/** Shows a command as it would be typed, and its answer: for people at a terminal, one line of JSON elsewhere. */
function play(title, command, args, flags = []) {
  if (title) say(`\n${bold(`# ${title}`)}`);
  const shown = args === undefined ? "" : ` \\\n    --args ${quoted(JSON.stringify(args))}`;
  say(`$ ${["sneq-engine", command, ...flags].join(" ")}${shown}`);
  const argv = [command, ...flags, ...(args === undefined ? [] : ["--args", JSON.stringify(args)])];
  process.stdout.write(run(argv, terminal ? "inherit" : "pipe"));
}

/** What a reader would copy out of the answer above. */
const idOf = (mention) =>
  JSON.parse(run(["lookup-entity", "--args", JSON.stringify({ mention })], "pipe")).match.entityId;

say("The Tower of Jade: a table plays on, and the canon keeps up with it.");
say("In this folder, sneq-engine is typed as: node bin/run.js");
say(`\n$ export SNEQ_DB=${DB} SNEQ_CAMPAIGN=${CAMPAIGN}`);
play("Is there such a campaign?", "campaign-exists");
play("Open it", "init-campaign", { name: "La Tour de Jade", languages: ["fr", "en"] });
play("Who is known so far", "mention-entity", {
  canonicalName: "Alduin",
  type: "PERSONNAGE",
  aliases: ["le Dévoreur de Mondes"],
  description: "Dragon, premier-né d'Akatosh",
});
play("", "mention-entity", { canonicalName: "Mira", type: "PERSONNAGE", description: "La joueuse" });
play("A place", "mention-entity", {
  canonicalName: "Fort-Dragon",
  type: "LIEU",
  description: "Palais du jarl de Blancherive",
});
const [alduin, mira, place] = ["Alduin", "Mira", "Fort-Dragon"].map(idOf);
play("A fact, for ever", "register-fact", {
  entityId: alduin,
  attributeKey: "titre",
  value: { type: "STRING", value: "Dévoreur de Mondes" },
  category: "IDENTITE",
});
play("A rival fact is answered with the one that stands", "register-fact", {
  entityId: alduin,
  attributeKey: "titre",
  value: { type: "STRING", value: "Roi des Nains" },
  category: "IDENTITE",
});
play("The scene", "set-scene", { locationEntityId: place, presentEntityIds: [mira], description: "Le camp, à l'aube" });
play("Everything the game master needs, in one call", "prepare-turn");
play("Whom does the table mean?", "lookup-entity", { mention: "le dévoreur de mondes" });
play("The narration is read before the player sees it", "validate-narration", { narration: NARRATION }, [
  "--format",
  "stylish",
]);

say(`
${bold("Try next")}
  export SNEQ_DB=${DB} SNEQ_CAMPAIGN=${CAMPAIGN}
  node bin/run.js --help                   all commands
  node bin/run.js register-fact --help     one of them, with examples
  node bin/run.js get-entity --args '{"entityId":"${alduin}"}'
  echo "Cassius entre." | node bin/run.js validate-narration`);
