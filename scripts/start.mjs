// `npm start`: plays the Tower of Jade session, in which a game master invented a character and misheard a name.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build, install, ROOT } from "./ready.mjs";

install();
build();

const DB = join("demo", "tour-de-jade.db");
const CAMPAIGN = "tour-de-jade";
const NARRATION =
  "À l'aube, le campement s'éveille. Cassius Vorentius attise le feu.\n« Aldwyn reviendra », murmure Mira en regardant Fort-Dragon.";

// The session starts afresh each time; nothing outside this folder is touched.
rmSync(join(ROOT, "demo"), { recursive: true, force: true });
mkdirSync(join(ROOT, "demo"), { recursive: true });

const bold = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text) => process.stdout.write(`${text}\n`);
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Shows a command as it would be typed, runs it, shows its answer. */
function play(title, command, args, { flags = [], human = false } = {}) {
  say(`\n${bold(`# ${title}`)}`);
  const shown = args === undefined ? [] : ["--args", quoted(JSON.stringify(args))];
  say(`$ ${["sneq-engine", command, "--db", DB, "--campaign", CAMPAIGN, ...flags, ...shown].join(" ")}`);
  const given = args === undefined ? [] : ["--args", JSON.stringify(args)];
  const argv = [join("bin", "run.js"), command, "--db", DB, "--campaign", CAMPAIGN, ...flags, ...given];
  const env = {
    ...process.env,
    ...(human && process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {}),
  };
  const done = spawnSync(process.execPath, argv, {
    cwd: ROOT,
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.stdout.write(done.stdout);
  if (done.status !== 0) {
    say(`The command ended with exit code ${done.status}.`);
    process.exit(1);
  }
  return human ? null : JSON.parse(done.stdout);
}

say("The Tower of Jade: a table plays on, and the canon keeps up with it.");
play("Is there such a campaign?", "campaign-exists");
play("Open it", "init-campaign", { name: "La Tour de Jade", languages: ["fr", "en"] });
const alduin = play("Who is known so far", "mention-entity", {
  canonicalName: "Alduin",
  type: "PERSONNAGE",
  aliases: ["le Dévoreur de Mondes"],
  description: "Dragon, premier-né d'Akatosh",
}).entityId;
const mira = play("", "mention-entity", {
  canonicalName: "Mira",
  type: "PERSONNAGE",
  description: "La joueuse",
}).entityId;
const place = play("A place", "mention-entity", {
  canonicalName: "Fort-Dragon",
  type: "LIEU",
  description: "Palais du jarl de Blancherive",
}).entityId;
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
play(
  "The narration is read before the player sees it",
  "validate-narration",
  { narration: NARRATION },
  {
    flags: ["--format", "stylish"],
    human: true,
  },
);

say(`
${bold("Try next")}
  node bin/run.js --help                                   all commands
  node bin/run.js register-fact --help                     one of them, with examples
  node bin/run.js get-entity --db ${DB} --campaign ${CAMPAIGN} --args '{"entityId":"${alduin}"}'
  echo "Cassius entre." | node bin/run.js validate-narration --db ${DB} --campaign ${CAMPAIGN}`);
