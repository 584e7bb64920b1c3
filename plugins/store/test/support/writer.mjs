// A process that writes when told: on a message it calls update-status, or writes versions of a record for ever.
import { openSession } from "../../dist/custodian/session.js";
import { updateStatus } from "../../dist/custodian/update-status.js";
import { writeRecord } from "../../dist/custodian/write-record.js";

const session = () => openSession(process.cwd(), false, () => {});

async function writeForEver({ entity, versions }) {
  for (let turn = 0; ; turn += 1) {
    await writeRecord(session(), entity, versions[turn % versions.length]);
    if (turn === 0) process.send({ started: true });
  }
}

process.on("message", async (message) => {
  if (message.versions) await writeForEver(message);
  try {
    const { from, to } = await updateStatus(session(), { ...message, field: "status", force: false });
    process.send({ from, to });
  } catch (error) {
    process.send({ refused: error.message });
  }
});
process.send({ ready: true });
