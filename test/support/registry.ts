import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Outcome, runProgram } from "../plugins/shell.ts";

interface Packument {
  name: string;
  "dist-tags": Record<string, string>;
  versions: Record<string, Record<string, unknown>>;
}

/**
 * An npm registry on loopback: takes what `npm publish` sends, gives what `npm install` asks for. Packages live in memory.
 */
export class Registry {
  readonly #server: Server;
  readonly #packages = new Map<string, Packument>();
  readonly #archives = new Map<string, Buffer>();
  /** Paths that are never answered, as by a service that hangs. */
  readonly silent = new Set<string>();
  /** Every request, in order. */
  readonly requests: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Registry> {
    const server = createServer();
    const registry = new Registry(server);
    server.on("request", (request, response) => {
      void registry.#answer(request).then(([status, body]) => {
        if (status === 0) return;
        const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
        const type = Buffer.isBuffer(body) ? "application/octet-stream" : "application/json";
        response.writeHead(status, { "content-type": type, "content-length": bytes.length }).end(bytes);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** What an .npmrc needs to install from here and to publish to here. */
  get npmrc(): string {
    return `registry=${this.url}\n${this.url.replace("http:", "")}:_authToken=secret\n`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const path = decodeURIComponent((request.url ?? "/").split("?")[0] ?? "/").slice(1);
    this.requests.push(`${request.method} ${path}`);
    if (this.silent.has(path)) return [0, null];
    if (request.method === "PUT") return this.#publish(JSON.parse((await bodyOf(request)).toString()));
    const archive = this.#archives.get(path);
    if (archive) return [200, archive];
    const packument = this.#packages.get(path);
    return packument ? [200, packument] : [404, { error: "Not found" }];
  }

  #publish(sent: Packument & { _attachments: Record<string, { data: string }> }): [number, unknown] {
    const known = this.#packages.get(sent.name) ?? { name: sent.name, "dist-tags": {}, versions: {} };
    for (const [version, manifest] of Object.entries(sent.versions)) {
      if (known.versions[version]) return [403, { error: `cannot publish over ${version}` }];
      const [attachment] = Object.values(sent._attachments);
      const bytes = Buffer.from(attachment?.data ?? "", "base64");
      const path = `${sent.name}/-/${sent.name.replace(/^.*\//, "")}-${version}.tgz`;
      this.#archives.set(path, bytes);
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      const shasum = createHash("sha1").update(bytes).digest("hex");
      known.versions[version] = { ...manifest, dist: { tarball: this.url + path, integrity, shasum } };
    }
    Object.assign(known["dist-tags"], sent["dist-tags"]);
    this.#packages.set(sent.name, known);
    return [201, { ok: true }];
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Publishes a folder with the real npm. */
export async function publish(
  folder: string,
  { registry, home, env }: { registry: Registry; home: string; env: Record<string, string> },
): Promise<Outcome> {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, ".npmrc"), registry.npmrc);
  const outcome = await runProgram("npm", ["publish", "--ignore-scripts", "--loglevel=error"], {
    cwd: folder,
    env: { ...env, HOME: home },
  });
  if (outcome.code !== 0) throw new Error(`npm publish failed: ${outcome.stderr}`);
  return outcome;
}
