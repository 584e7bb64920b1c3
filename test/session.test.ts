import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const SESSION = fileURLToPath(new URL("../scripts/tower-of-jade.mjs", import.meta.url));

function play(own: Record<string, string> = {}): Promise<{ stdout: string; code: number | null }> {
  const kept = Object.entries(process.env).filter(([name]) => !/^SNEQ_|_KEY$|COLOR/.test(name));
  const child = spawn(process.execPath, [SESSION], {
    env: { ...Object.fromEntries(kept), ...own },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    stdout += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ stdout, code }));
  });
}

describe("the session of npm start", function () {
  this.timeout(180_000);

  it("ends with the invented name and the misheard one, the second time as the first", async () => {
    for (const time of ["first", "second"]) {
      const { stdout, code } = await play();
      expect(code, `${time}\n${stdout}`).to.equal(0);
      expect(stdout, time).to.include('$ sneq-engine campaign-exists\n{"exists":false}\n');
      expect(stdout, time).to.include('{"factId":null,"contradictions":[{"factId":"fact_');
      expect(stdout, time).to.match(/^1:35 Cassius Vorentius is not in canon/m);
      expect(stdout, time).to.match(/^2:3 Aldwyn looks like a misspelling/m);
      expect(stdout, time).to.match(/^Try next$/m);
    }
  });

  it("uses neither the keys nor the configuration of whoever starts it", async () => {
    const { stdout, code } = await play({ MISTRAL_API_KEY: "not-for-a-demonstration", SNEQ_CONFIG: "/absent.json" });
    expect(code, stdout).to.equal(0);
    expect(stdout).to.include("No model gave a second opinion: the check is partial.");
  });
});
