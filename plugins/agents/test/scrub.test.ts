import { expect } from "chai";
import fc from "fast-check";
import type { RawOutput, Recipe } from "../src/recipe.ts";
import { commandRecipe } from "../src/recipes/command.ts";
import { grok } from "../src/recipes/grok.ts";
import { cleanAgentOutput, hermes } from "../src/recipes/hermes.ts";
import { kimi } from "../src/recipes/kimi.ts";
import { saysSessionGone } from "../src/session-gone.ts";
import { isSessionId, parseSessionId } from "../src/session-id.ts";
import { clip } from "../src/terminal-text.ts";

const own = commandRecipe({ command: "x", argv: ["{prompt}"], session: "^id (\\S+)$", stale: "gone" });
const RECIPES: Recipe[] = [hermes.build({}), kimi.build({}), grok.build({}), own];

/** What terminals are sent: text, escape sequences, frames, carriage returns, id lines, halves of all of them. */
const noise = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "\u001b[31m",
        "\u001b[0m",
        "\u001b]0;title\u0007",
        "\u001b[",
        "\u009b2J",
        "\u001b",
        "\r",
        "\n",
        "\r\n",
      ),
      fc.constantFrom("│ ", " │", "╭─ x ─╮", "──────", "• ", "  ", "{", "}", '{"text":"t","sessionId":"s-1"}'),
      fc.constantFrom(
        "session_id: ",
        "To resume this session: kimi -r ",
        "id ",
        "abc-1",
        "--yolo",
        "Session x not found",
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(""));
const output: fc.Arbitrary<RawOutput> = fc.record({ stdout: noise, stderr: noise });
const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,30}$/);
/** Prose that no scrubber may touch: words on lines, none of which looks like a program's own notice. */
const prose = fc
  .array(fc.stringMatching(/^[A-Za-zéß北京"',.!?*#|>`-][A-Za-zéß北京"',.!?*#|>` -]{0,30}[a-zé]$/), {
    minLength: 1,
    maxLength: 6,
  })
  .map((lines) => lines.join("\n"))
  .filter((text) => !/session|resum/i.test(text));

describe("scrubbing", () => {
  for (const recipe of RECIPES) {
    it(`leaves no control character and no blank end, whatever ${recipe.id} prints`, () => {
      fc.assert(
        fc.property(noise, (text) => {
          const clean = recipe.scrub(text);
          expect(clean).to.not.match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
          expect(clean).to.equal(clean.trimEnd());
          expect(clean).to.not.match(/^\s*\n/);
        }),
      );
    });

    it(`changes nothing the second time (${recipe.id})`, () => {
      fc.assert(
        fc.property(noise, (text) => {
          const clean = recipe.scrub(text);
          // grok's reply and kimi's bullet are taken out of a wrapping, which a reply may hold again.
          fc.pre(recipe.id !== "grok" || !clean.includes("{"));
          fc.pre(recipe.id !== "kimi" || !clean.includes("• "));
          expect(recipe.scrub(clean)).to.equal(clean);
        }),
      );
    });

    it(`keeps prose as it is (${recipe.id})`, () => {
      fc.assert(
        fc.property(prose, (text) => {
          expect(recipe.scrub(`\n${text}\n\n`)).to.equal(text);
        }),
      );
    });
  }

  it("takes a reply out of what hermes draws around it", () => {
    const drawn = [
      "\u001b[36m⚕ working…\u001b[0m",
      "┌─ Hermes ─────┐",
      "│ The bridge   │",
      "│              │",
      "│   is Mira's. │",
      "└──────────────┘",
      "════════",
      "↻ Resumed session abc (3 messages)",
      "session_id: abc",
      "",
    ].join("\r\n");
    expect(cleanAgentOutput(drawn)).to.equal("The bridge\n\n  is Mira's.");
  });

  it("keeps a styled reply when there is no other", () => {
    expect(cleanAgentOutput("\u001b[1mMira\u001b[0m holds it.\n")).to.equal("Mira holds it.");
  });

  it("keeps Markdown rules, tables and lists, which are no decoration of the program", () => {
    const text = "# Title\n\n---\n| a | b |\n|---|---|\n- one\n* two\n===";
    for (const recipe of RECIPES) expect(recipe.scrub(text), recipe.id).to.equal(text);
  });

  it("gets through megabytes that are made to stall it", () => {
    const length = 1_000_000;
    const traps = [
      `session_id: ${"!".repeat(length)} x`,
      `│${" ".repeat(length)}x`,
      "│".repeat(length),
      `\u001b${";".repeat(length)}${"a;".repeat(length)}`,
      "{}x}\n".repeat(length / 4),
    ];
    for (const stdout of traps) {
      const out = { stdout, stderr: "" };
      for (const recipe of RECIPES) {
        expect(recipe.sessionId(out)).to.equal(undefined);
        expect(recipe.stale(0, out)).to.equal(false);
        expect(recipe.scrub(stdout)).to.be.a("string");
      }
    }
  });

  it("shows what a progress line showed last", () => {
    expect(own.scrub("10 %\r50 %\r100 %\ndone\r\n")).to.equal("100 %\ndone");
  });

  it("takes kimi's reply out from behind its bullet, and leaves a list of bullets alone", () => {
    const { scrub } = kimi.build({});
    expect(scrub('• {\n    "a": 1\n  }\n\n')).to.equal('{\n  "a": 1\n}');
    expect(scrub("• one\n• two\n")).to.equal("• one\n• two");
    expect(scrub("• • one\n  • two\n")).to.equal("• one\n• two");
  });
});

describe("scraping a session id", () => {
  it("finds only ids that are inert as an argument, whatever is printed", () => {
    for (const recipe of RECIPES) {
      fc.assert(
        fc.property(output, (out) => {
          const found = recipe.sessionId(out);
          expect(found === undefined || isSessionId(found)).to.equal(true);
        }),
      );
    }
  });

  it("finds the id on either stream, with styling and without a final newline", () => {
    const lines: [Recipe, (value: string) => string][] = [
      [RECIPES[0] as Recipe, (value) => `\u001b[2msession_id: ${value}\u001b[0m`],
      [RECIPES[1] as Recipe, (value) => `To resume this session: kimi -r ${value}`],
      [RECIPES[2] as Recipe, (value) => `\n${JSON.stringify({ text: "t", sessionId: value })}`],
      [own, (value) => `id ${value}`],
    ];
    for (const [recipe, line] of lines) {
      fc.assert(
        fc.property(id, prose, (value, text) => {
          const printed = `${text}\n${line(value)}`;
          expect(recipe.sessionId({ stdout: printed, stderr: "" }), recipe.id).to.equal(value);
          expect(recipe.sessionId({ stdout: text, stderr: printed }), recipe.id).to.equal(value);
        }),
      );
    }
  });

  it("takes the last line, since a reply may hold one too", () => {
    expect(parseSessionId("session_id: old\nsaid: session_id: no\n session_id: new \n")).to.equal("new");
  });

  it("takes no flag, no path and no several words for an id", () => {
    for (const text of ["--yolo", "-r", "a b", "../x", "", "é", `a${"b".repeat(200)}`]) {
      expect(parseSessionId(`session_id: ${text}\n`), text).to.equal(undefined);
    }
  });
});

describe("a session that is gone", () => {
  const [hermesRecipe, kimiRecipe, grokRecipe] = RECIPES as [Recipe, Recipe, Recipe];

  it("is told in the words of each program", () => {
    for (const line of [
      "Session not found: 20260401_120000_ab12",
      'Error: Session "abc" not found.',
      "error: No session found with ID abc",
      "Session abc does not exist",
      "Unknown session abc",
      "The session has expired",
      "Failed to load session abc: not found",
    ]) {
      expect(saysSessionGone(line), line).to.equal(true);
    }
  });

  it("is no other failure", () => {
    for (const stderr of ["Traceback (most recent call last)", "Error: quota exceeded", "Error: model not found"]) {
      expect(hermesRecipe.stale(1, { stdout: "", stderr }), stderr).to.equal(false);
    }
  });

  it("is not concluded from an answer that speaks of it", () => {
    const stdout = "The séance is over.\nSession not found, says the ghost.\n";
    expect(kimiRecipe.stale(0, { stdout, stderr: "" })).to.equal(false);
    const json = JSON.stringify({ text: "Session abc not found", sessionId: "s" });
    expect(grokRecipe.stale(0, { stdout: json, stderr: "" })).to.equal(false);
  });

  it("is judged for any output", () => {
    for (const recipe of RECIPES) {
      fc.assert(
        fc.property(output, fc.integer({ min: 0, max: 255 }), (out, exitCode) => {
          expect(recipe.stale(exitCode, out)).to.be.a("boolean");
          expect(recipe.failed(exitCode, out)).to.be.a("boolean");
        }),
      );
    }
  });
});

describe("arguments of a program of one's own", () => {
  const argv = (template: (string | string[])[], prompt: string, session?: string, model?: string) =>
    commandRecipe({ command: "x", argv: template, stdin: "{prompt}", ...(model ? { model } : {}) }).argv(
      prompt,
      session,
    );

  it("leave out what is not known, group by group", () => {
    const template = ["exec", ["resume", "{session}"], ["-m", "{model}"], "--sid={session}", "{prompt}"];
    expect(argv(template, "p")).to.deep.equal(["exec", "p"]);
    expect(argv(template, "p", "s1", "m1")).to.deep.equal(["exec", "resume", "s1", "-m", "m1", "--sid=s1", "p"]);
  });

  it("hold the prompt as one argument, byte for byte but for a zero byte and a guarded dash", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const prompt = text.replaceAll("\u0000", "");
        expect(argv(["--", "{prompt}"], prompt)).to.deep.equal(["--", prompt]);
        expect(argv(["--prompt={prompt}"], prompt)).to.deep.equal([`--prompt=${prompt}`]);
        expect(argv(["-p", "{prompt}"], prompt)).to.deep.equal(["-p", prompt.startsWith("-") ? ` ${prompt}` : prompt]);
      }),
    );
    expect(argv(["{prompt}"], "a\u0000b")).to.deep.equal(["a\ufffdb"]);
  });

  it("take no place in a prompt for one of their own", () => {
    expect(argv(["{prompt}"], "{session} {model} $& $1", "s1", "m1")).to.deep.equal(["{session} {model} $& $1"]);
  });
});

describe("clipping", () => {
  it("counts characters and halves none", () => {
    expect(clip("🌉".repeat(300), 200)).to.equal("🌉".repeat(200));
    expect(clip("short", 200)).to.equal("short");
  });
});
