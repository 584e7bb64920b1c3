// One call of the built engine in a process of its own: <db> <campaign> <method> <input>; prints {value} or {code, message}.
import { Engine } from "../../dist/index.js";

const [, , db, id, method, input] = process.argv;
const engine = await Engine.open({ db, env: {} });
let answer;
try {
  if (method === "createCampaign") {
    const campaign = await engine.createCampaign({ id, ...JSON.parse(input) });
    answer = { value: campaign.info.id };
  } else {
    const campaign = await engine.campaign(id);
    answer = { value: await campaign[method](JSON.parse(input)) };
  }
} catch (error) {
  answer = { code: error.code ?? error.name, message: error.message };
}
engine.close();
process.stdout.write(JSON.stringify(answer));
