// A process that asks a stand-in, for tests that end such a process: `asker.ts <behaviour> <session file>`.
import { agentFor, query } from "../../src/query.ts";
import { commandRecipe } from "../../src/recipes/command.ts";
import { standIn } from "./world.ts";

const [behaviour = "answer", sessionFile = ""] = process.argv.slice(2);
const habit = behaviour === "exit" || behaviour === "host-listens" ? "hang" : behaviour;
const recipe = commandRecipe({
  command: standIn("program"),
  argv: [habit, ["--resume", "{session}"]],
  stdin: "{prompt}",
  session: "^chat=(\\S+)$",
  stale: "^NO SUCH CHAT$",
});

if (behaviour === "exit") process.on("SIGUSR2", () => process.exit(0));
const asked = query(agentFor(recipe, sessionFile), "hello");
if (behaviour === "host-listens") process.on("SIGTERM", () => void asked.catch(() => process.exit(42)));
else await asked;
