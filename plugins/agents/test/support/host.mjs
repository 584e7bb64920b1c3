// A host as small as can be: this package is the only plugin. Its commands run as they will under sneq-engine.
import { fileURLToPath } from "node:url";
import { run } from "@oclif/core";
import { handle } from "@oclif/core/handle";

await run(process.argv.slice(2), { root: fileURLToPath(new URL("../..", import.meta.url)) }).catch(handle);
