import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { manifestText, PLUGIN_ROOT } from "./manifest.ts";

await writeFile(join(PLUGIN_ROOT, "oclif.manifest.json"), await manifestText());
