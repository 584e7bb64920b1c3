// Answers calls of the built engine, a line of JSON each: {db, campaign, method, input} → {value} or {code, message}.
// Each call opens its own engine, as a process per call would; `createCampaign` takes the campaign's id from `campaign`.
import { createInterface } from "node:readline";
import { Engine } from "../../dist/index.js";

async function answer({ db, campaign, method, input }) {
  const engine = await Engine.open({ db, env: {} });
  try {
    if (method !== "createCampaign") return { value: await (await engine.campaign(campaign))[method](input) };
    return { value: (await engine.createCampaign({ id: campaign, ...input })).info.id };
  } catch (error) {
    return { code: error.code ?? error.name, message: error.message };
  } finally {
    engine.close();
  }
}

process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
