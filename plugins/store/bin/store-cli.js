#!/usr/bin/env node
import { runStoreCli } from "../dist/store-cli.js";

await runStoreCli(process.argv.slice(2));
