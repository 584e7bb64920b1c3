import { readFile, stat, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { encodeTranscriptLine, type TranscriptRecord } from "../src/files/transcript.ts";
import { agentFor, query } from "../src/query.ts";
import { hermes } from "../src/recipes/hermes.ts";
import { type Post, replyPosts, sessionPrompt, synthesisPosts } from "../src/seats/post.ts";
import { cliShard, echoShard, queryShard, queryShardWith, runShard, synthShard } from "../src/seats/shard.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const ann: Post = { from: "ann", to: ["oracle", "#table"], body: "Who holds the bridge?" };
const ben: Post = { from: "ben", to: ["#table", "ann"], body: "And since when?" };

describe("posts", () => {
  it("make a prompt of their bodies, oldest first", () => {
    expect(sessionPrompt([ann, ben])).to.equal("Who holds the bridge?\nAnd since when?");
    expect(sessionPrompt([])).to.equal("");
  });

  describe("of a reply", () => {
    it("address the last sender and keep the other names", () => {
      expect(replyPosts("oracle", [ann, ben], [], "Mira.")).to.deep.equal([
        { from: "oracle", to: ["ben", "#table", "ann"], body: "Mira." },
      ]);
      expect(replyPosts("oracle", [ann], [], "Mira.")[0]?.to).to.deep.equal(["ann", "#table"]);
    });

    it("thread onto the last input when its id is known", () => {
      expect(replyPosts("oracle", [ann, ben], [7, 8], "Mira.")[0]?.parents).to.deep.equal([8]);
      expect(replyPosts("oracle", [ann, ben], [0, 0], "Mira.")[0]?.parents).to.deep.equal([0]);
    });

    it("carry no edge when ids and inputs do not pair", () => {
      for (const ids of [[], [7], [7, 8, 9]]) {
        expect(replyPosts("oracle", [ann, ben], ids, "Mira.")[0]).to.not.have.property("parents");
      }
    });

    it("are none for an empty answer or for no input", () => {
      expect(replyPosts("oracle", [ann], [7], "")).to.deep.equal([]);
      expect(replyPosts("oracle", [], [], "Mira.")).to.deep.equal([]);
    });

    it("answer a seat that spoke to itself", () => {
      const own: Post = { from: "oracle", to: ["oracle", "#table"], body: "hm" };
      expect(replyPosts("oracle", [own], [], "Mira.")[0]?.to).to.deep.equal(["oracle", "#table"]);
    });
  });

  describe("of a synthesis", () => {
    it("cite every input and address everybody but the seat itself, each once", () => {
      expect(synthesisPosts("oracle", [ann, ben], [7, 8], "Mira, since spring.")).to.deep.equal([
        { from: "oracle", to: ["ann", "#table", "ben"], body: "Mira, since spring.", parents: [7, 8] },
      ]);
    });

    it("cite nothing when an id is missing, and are none for an empty answer or for no input", () => {
      expect(synthesisPosts("oracle", [ann, ben], [7], "x")[0]).to.not.have.property("parents");
      expect(synthesisPosts("oracle", [ann], [7], "")).to.deep.equal([]);
      expect(synthesisPosts("oracle", [], [], "x")).to.deep.equal([]);
    });
  });
});

describe("a seat", () => {
  it("asks with the posts it was given and emits the reply once", async () => {
    const asked: string[] = [];
    const shard = queryShard("oracle", async (prompt) => {
      asked.push(prompt);
      return "Mira.";
    });
    await shard.commit([ann, ben], [7, 8]);
    expect(await shard.emit()).to.deep.equal([
      { from: "oracle", to: ["ben", "#table", "ann"], body: "Mira.", parents: [8] },
    ]);
    expect(await shard.emit()).to.deep.equal([]);
    expect(asked).to.deep.equal(["Who holds the bridge?\nAnd since when?"]);
  });

  it("asks nothing when it was told nothing", async () => {
    const shard = queryShard("oracle", async () => {
      throw new Error("asked");
    });
    expect(await runShard(shard, [])).to.deep.equal([]);
  });

  it("echoes, synthesises, or builds its posts as it is told", async () => {
    expect(await runShard(echoShard("echo"), [ann])).to.deep.equal([
      { from: "echo", to: ["ann", "oracle", "#table"], body: "Who holds the bridge?" },
    ]);
    const synthesis = await runShard(
      synthShard("oracle", async () => "both"),
      [ann, ben],
      [1, 2],
    );
    expect(synthesis[0]?.parents).to.deep.equal([1, 2]);
    const build = (who: string, _inputs: Post[], _ids: unknown, body: string) => [{ from: who, to: ["log"], body }];
    const custom = queryShardWith(build, "oracle", async (prompt) => prompt.toUpperCase());
    expect(await runShard(custom, [ben])).to.deep.equal([{ from: "oracle", to: ["log"], body: "AND SINCE WHEN?" }]);
  });
});

describe("a seat taken by a program", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.remove());

  const recipe = hermes.build({ command: standIn("hermes") });
  const records = async () =>
    (await readFile(world.file("transcript.jsonl"), "utf8"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as TranscriptRecord);

  it("keeps its session from turn to turn and its transcript per post", async () => {
    let postId = 40;
    const transcript = { path: world.file("transcript.jsonl"), postId: () => postId };
    const agent = { ...agentFor(recipe, world.file("oracle.session")), transcript };
    const shard = cliShard("oracle", agent, { env: world.env() });
    const first = await runShard(shard, [ann], [40]);
    postId = 41;
    await runShard(shard, [ben], [41]);
    expect(first).to.deep.equal([
      { from: "oracle", to: ["ann", "#table"], body: "heard: Who holds the bridge?", parents: [40] },
    ]);
    const [one, two] = await records();
    expect([one?.postId, two?.postId]).to.deep.equal([40, 41]);
    expect(one).to.include({ exitCode: 0, sessionId: "ses_1-a.b" });
    expect(one?.raw).to.contain("\u001b[36m").and.to.contain("session_id: ses_1-a.b");
    expect(Date.now() - (one?.timestamp ?? 0)).to.be.within(0, 60_000);
    expect(one?.elapsedMs).to.be.a("number");
  });

  it("records every run, also a failed one, and keeps its files private", async () => {
    await writeFile(world.file("transcript.jsonl"), "", { mode: 0o644 });
    await writeFile(world.file("oracle.session"), "forgotten\n", { mode: 0o644 });
    const agent = {
      ...agentFor(recipe, world.file("oracle.session")),
      transcript: { path: world.file("transcript.jsonl") },
    };
    await query(agent, "x", { env: world.env() });
    await query(agent, "x", { env: world.env({ STAND_IN_MODE: "crash" }) }).catch(() => {});
    expect((await records()).map(({ exitCode, postId }) => [exitCode, postId])).to.deep.equal([
      [1, null],
      [0, null],
      [3, null],
    ]);
    for (const name of ["transcript.jsonl", "oracle.session"]) {
      expect((await stat(world.file(name))).mode & 0o777, name).to.equal(0o600);
    }
  });

  it("answers even when nothing can be recorded", async () => {
    const agent = { recipe, stderrTee: world.folder, transcript: { path: world.folder } };
    expect(await query(agent, "x", { env: world.env() })).to.equal("heard: x");
  });

  it("writes a record on one line", () => {
    const raw = 'a\nb\r\n\u2028"é';
    const record = { postId: "p1", timestamp: 1, exitCode: 0, elapsedMs: 2, sessionId: null, raw };
    const line = encodeTranscriptLine(record);
    expect(line).to.not.contain("\n");
    expect(JSON.parse(line)).to.deep.equal(record);
  });
});
