import type { SneqError } from "../../errors.ts";
import { type PluginsCode, pluginsFailure } from "./failure.ts";

const UNREACHABLE =
  /^(ECONN\w+|ENOTFOUND|EAI_\w+|ETIMEDOUT|ESOCKETTIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPROTO|EPIPE|FETCH_ERROR|ERR_SOCKET\w*|ERR_SSL\w*|E5\d\d|\w*CERT\w*|EIDLETIMEOUT|ERESPONSETIMEOUT|ENOTCACHED)$/;

/** npm's failure in the words of `plugins`. */
export function npmFailure(answer: unknown, stderr: string): SneqError {
  const { code, summary } = reported(answer, stderr);
  const details = { npm: code };
  const say = (ours: PluginsCode, message: string) => pluginsFailure(ours, message, details);
  if (code === "E404") return say("PLUGIN_NOT_FOUND", `The registry knows no such package: ${summary}`);
  if (code === "ETARGET") return say("PLUGIN_NOT_FOUND", `The registry has no such version: ${summary}`);
  if (UNREACHABLE.test(code))
    return say(
      "REGISTRY_UNREACHABLE",
      `The package registry cannot be reached: ${summary}. Nothing was changed; check the network, or name another registry with SNEQ_ENGINE_NPM_REGISTRY.`,
    );
  if (code === "E401" || code === "E403")
    return say("REGISTRY_REFUSED", `The registry refused (${code}): ${summary}. Its access is configured in .npmrc.`);
  if (code === "ENOSPC") return say("DISK_FULL", "The disk is full. Nothing was changed.");
  if (/^(EACCES|EPERM|EROFS)$/.test(code)) return say("NOT_WRITABLE", `npm may not write: ${summary}`);
  if (/^EINVALID/.test(code)) return say("INVALID_ARGS", summary);
  return say("INSTALL_FAILED", `npm failed (${code || "no code"}): ${summary}. Nothing was changed.`);
}

function reported(answer: unknown, stderr: string): { code: string; summary: string } {
  const error = (answer as { error?: { code?: unknown; summary?: unknown } } | undefined)?.error;
  const fromLog = /^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1];
  const code = typeof error?.code === "string" ? error.code : (fromLog ?? "");
  const text = typeof error?.summary === "string" && error.summary !== "" ? error.summary : lastLine(stderr);
  return { code, summary: text.split("\n")[0]?.trim().replace(/[.,]$/, "") ?? "" };
}

function lastLine(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("A complete log"));
  return lines.find((line) => !line.startsWith("code ")) ?? "no reason given";
}
