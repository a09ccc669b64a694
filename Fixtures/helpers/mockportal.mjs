// A portal of its own for each test, for node:test and anything else that runs in Node 18.15 or later; one file without a dependency.
//
//     import { test } from "node:test";
//     import { withPortal } from "./mockportal.mjs";
//
//     test("an expired certificate is refused", withPortal("expired", async (portal) => {
//       await assert.rejects(myClient(portal.url, portal.ca));
//       await portal.assertConnected();
//       await portal.assertNotRequested();
//     }));
//
// It needs the program `mockportal` in PATH, or in the environment variable MOCKPORTAL. One process serves all portals of a test file,
// and ends with it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import http from "node:http";
import process from "node:process";

/**
 * @typedef {Record<string, unknown>} Differences Keys of a blueprint, as `{ tokens: { lifetime: "1m" } }` (Fixtures/README.md).
 * @typedef {string | Record<string, unknown>} Play One word such as "reset", or one key with its value: `{ status: 503, retryAfter: 1 }`.
 * @typedef {{ operation?: string, path?: string, request?: number, everyRequest?: number, connection?: number, everyConnection?: number,
 *   listener?: string, times?: number, skip?: number, kept?: boolean }} Place Where a fault is played, and how often.
 * @typedef {{ username: string, password: string }} User
 * @typedef {{ clientID: string, redirectURIs: string[], clientSecret?: string }} OAuthClient
 * @typedef {{ cert: string, key: string, passphrase: string, pfx: Buffer }} Identity PEM texts, and a PKCS #12 file with its password.
 * @typedef {{ number: number, connection: number, ordinal: number, method: string, target: string, operation: string, origin: string,
 *   headers: { name: string, value: string }[], body: Buffer, presented: { carrier: string, alias: string }[],
 *   decisions: { gate: string, passed: boolean, reason: string }[], portalTime: number, fault?: string,
 *   answer?: { status: number, code: number, size: number, issued?: string } }} Request One request as received, and its answer.
 * @typedef {{ number: number, origin: string, listener: string, fault?: string, end?: { at: number, by: string, requestBytes: number },
 *   tls?: { outcome: string, certificate?: string, identity?: string, alert?: { name: string, number: number, sentBy: string } }
 *   }} Connection One accepted connection, and what became of its handshake.
 * @typedef {{ connections: Connection[], requests: Request[], dropped: number }} Journal
 * @typedef {{ program?: string, arguments?: string[] }} Options
 */

/** What goes wrong between a test and its portal; the text says what happened, why, and what to do. */
export class MockPortalError extends Error {
  name = "MockPortalError";
}

/** @type {Options} */
let options = {};
/**
 * The processes by the file of their scenario; "" is the one for presets and scenarios.
 * @type {Map<string, Promise<Server>>}
 */
const servers = new Map();

/**
 * Sets the program, and further options of `mockportal serve`, as `["--certs", "certificates"]`; before the first portal is opened.
 * @param {Options} wanted
 */
export function configure(wanted) {
  if (servers.size > 0) throw new MockPortalError("configure comes too late: a portal is served already; call it above the tests");
  options = { ...options, ...wanted };
}

/**
 * Gives a test a portal of its own: `test("…", withPortal("pki", { access: "private" }, async (portal, t) => { … }))`. Scenario
 * (the default is `token`) and differences may be left out. Where the test fails, the portal's journal is among its diagnostics.
 * @param {...(string | Differences | ((portal: Portal, t: any) => unknown))} words
 * @returns {(t: any) => Promise<void>}
 */
export function withPortal(...words) {
  const body = words.pop();
  const scenario = typeof words[0] === "string" ? words.shift() : "token";
  const differences = words.shift() ?? {};
  if (typeof body !== "function" || typeof scenario !== "string" || typeof differences !== "object" || words.length > 0) {
    throw new MockPortalError("withPortal takes a scenario, differences and a function, in this order; the first two may be left out");
  }
  return async (t) => {
    const portal = await openPortal(scenario, /** @type {Differences} */ (differences));
    try {
      await body(portal, t);
    } catch (error) {
      const journal = await portal.journalText().catch(String);
      for (const line of `the journal of the portal ${portal.scenario}:\n${journal}`.split("\n")) t.diagnostic(line);
      throw error;
    } finally {
      await portal.close();
    }
  };
}

/**
 * Serves a portal until it is closed: a preset such as `token`, a scenario such as `tokens/expired-silent`, or the path of a file.
 * @param {string} [scenario]
 * @param {Differences} [differences]
 * @returns {Promise<Portal>}
 */
export async function openPortal(scenario = "token", differences = {}) {
  const file = /\.(json|ya?ml)$|^\.{0,2}\//.test(scenario) ? scenario : "";
  let server = servers.get(file);
  if (server === undefined) servers.set(file, (server = Server.start(file)));
  return (await server).open(scenario, differences);
}

/** Ends the processes that serve portals; they end with this one in any case. */
export async function stop() {
  const all = [...servers.values()];
  servers.clear();
  for (const server of await Promise.allSettled(all)) if (server.status === "fulfilled") await server.value.stop();
}

/** A process that serves portals. */
class Server {
  /** @type {Control} */ control;
  /** @type {import("node:child_process").ChildProcess} */ #child;
  /** What it wrote to its standard error. */ #words = "";
  /**
   * How it ended.
   * @type {string | undefined}
   */
  #end;
  /** @type {Promise<void>} */ #ended;

  /** @param {import("node:child_process").ChildProcess} child */
  constructor(child) {
    this.#child = child;
    this.control = new Control("http://127.0.0.1:1", () => this.whyGone);
    child.stderr?.on("data", (data) => { this.#words += data; });
    this.#ended = new Promise((resolve) => child.once("close", (code, signal) => {
      const words = this.#words.trim();
      this.#end = `mockportal serve ended with ${signal ?? `exit code ${code}`}${words && `: ${words}`}`;
      resolve();
    }));
  }

  /**
   * Why it does not answer any more.
   * @returns {string | undefined}
   */
  get whyGone() { return this.#end; }

  /** @param {string} file */
  static async start(file) {
    const program = options.program ?? process.env.MOCKPORTAL ?? "mockportal";
    const words = ["serve", "--json", "--port", "0", "--exit-with-parent", ...(file ? ["--scenario", file] : []), ...(options.arguments ?? [])];
    const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
    const server = new Server(child);
    // The first line is written once the ports accept connections; none comes where they cannot be opened.
    const line = await new Promise((resolve, reject) => {
      let text = "";
      child.once("error", (error) => reject(new MockPortalError(
        `${program} cannot be started: ${error.message}; put mockportal in PATH, or name it in the environment variable MOCKPORTAL`)));
      child.stdout.on("data", (data) => {
        text += data;
        if (text.includes("\n")) resolve(text);
      });
      server.#ended.then(() => reject(new MockPortalError(server.#end ?? "")));
    });
    server.control = new Control(JSON.parse(line).controlURL, () => server.whyGone);
    // Neither the process nor its pipes keep this one alive.
    child.unref();
    for (const stream of [child.stdout, child.stderr]) /** @type {any} */ (stream).unref();
    return server;
  }

  /**
   * @param {string} scenario
   * @param {Differences} differences
   */
  async open(scenario, differences) {
    const ready = await this.control.json("POST", "sandboxes", { scenario, blueprint: differences });
    const close = async () => {
      if (this.#end === undefined) await this.control.json("DELETE", `sandboxes/${ready.id}`);
    };
    return new Portal(ready, new Control(ready.controlURL, () => this.whyGone), close);
  }

  async stop() {
    this.#child.ref();
    this.#child.kill();
    await this.#ended;
  }
}

/** A control API: JSON over plain HTTP to this machine. */
class Control {
  #url;
  #whyGone;

  /**
   * @param {string} url
   * @param {() => string | undefined} whyGone
   */
  constructor(url, whyGone) {
    this.#url = url;
    this.#whyGone = whyGone;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<Buffer>}
   */
  async bytes(method, path, body) {
    const content = body === undefined ? "" : JSON.stringify(body);
    /** @type {{ status: number, data: Buffer }} */
    const answer = await new Promise((resolve, reject) => {
      const headers = { "Content-Length": Buffer.byteLength(content) };
      const request = http.request(`${this.#url}/${path}`, { method, headers, agent: false }, (response) => {
        /** @type {Buffer[]} */ const parts = [];
        response.on("data", (part) => parts.push(part));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, data: Buffer.concat(parts) }));
        response.on("error", reject);
      });
      request.on("error", (error) => reject(new MockPortalError(
        `the portal does not answer ${method} ${path}: ${this.#whyGone() ?? error.message}`)));
      request.end(content);
    });
    if (answer.status < 400) return answer.data;
    let words = `the portal answers ${method} ${path} with HTTP ${answer.status}`;
    try {
      words = JSON.parse(answer.data.toString()).error.replace(/^body: /, "");
    } catch { /* Not an answer of the control API. */ }
    throw new MockPortalError(words);
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>}
   */
  async json(method, path, body) { return JSON.parse((await this.bytes(method, path, body)).toString()); }
}

/** A portal of its own: port, state, clock and journal belong to it alone. */
export class Portal {
  #control;
  #close;
  /** @type {Set<string>} */ #passwords = new Set();
  /** As `https://localhost:49152/portal`. */ url = "";
  /**
   * Its URL on the plain listener.
   * @type {string | undefined}
   */
  httpURL;
  /** The URL of its ArcGIS Server. */ serverURL = "";
  /**
   * URLs of the further hosts of the preset or scenario, by name.
   * @type {Record<string, string>}
   */
  hosts = {};
  /** Path of the PEM file with the authority to trust. */ caFile = "";
  /** The preset or scenario that is served. */ scenario = "";
  /** Root of the control API. Who knows it may do everything: do not log it. */ controlURL = "";
  /**
   * Who may sign in: `portal.users.alice.password`.
   * @type {Record<string, User>}
   */
  users = {};
  /**
   * Applications that are registered for OAuth, by client id.
   * @type {Record<string, OAuthClient>}
   */
  oauthClients = {};
  /**
   * API keys by name.
   * @type {Record<string, string>}
   */
  apiKeys = {};

  /**
   * @param {any} ready
   * @param {Control} control
   * @param {() => Promise<void>} close
   */
  constructor(ready, control, close) {
    this.#control = control;
    this.#close = close;
    this.#read(ready);
  }

  /** @param {any} ready */
  #read(ready) {
    Object.assign(this, {
      url: ready.url, httpURL: ready.httpURL, serverURL: ready.serverURL, caFile: ready.caFile, scenario: ready.scenario,
      controlURL: ready.controlURL,
      hosts: named("host", ready.hosts), apiKeys: named("API key", ready.apiKeys, "serve the preset api-key"),
      users: named("user", Object.fromEntries(ready.users.map((/** @type {User} */ user) => [user.username, user]))),
      oauthClients: named("OAuth application",
        Object.fromEntries(ready.oauthClients.map((/** @type {OAuthClient} */ client) => [client.clientID, client])),
        "serve the preset oauth or oauth-app"),
    });
    // What an inspector or an assertion prints of a portal holds no secret.
    for (const key of ["controlURL", "apiKeys"]) Object.defineProperty(this, key, { enumerable: false });
    for (const client of ready.oauthClients) if (client.clientSecret !== undefined) Object.defineProperty(client, "clientSecret", { enumerable: false });
    for (const user of ready.users) {
      Object.defineProperty(user, "password", { enumerable: false });
      // A password that was changed stays one that must not be sent.
      this.#passwords.add(user.password);
    }
  }

  /** Ends the portal. */
  async close() { await this.#close(); }
  async [/** @type {any} */ (Symbol).asyncDispose ?? Symbol("asyncDispose")]() { await this.close(); }

  /** The root of its sharing API. */
  get restURL() { return `${this.url}/sharing/rest`; }
  /** The authority to trust, in PEM: the option `ca` of https.request. */
  get ca() { return readFileSync(this.caFile, "utf8"); }

  /**
   * A client certificate by name, as `alice` or `alice-expired`: `https.request(url, { ca: portal.ca, ...await portal.identity("alice") })`.
   * @param {string} name
   * @returns {Promise<Pick<Identity, "cert" | "key">>}
   */
  async identity(name) {
    const [cert, key] = await Promise.all([".pem", ".key"].map((ending) => this.#control.bytes("GET", `identities/${name}${ending}`)));
    return { cert: cert.toString(), key: key.toString() };
  }

  /**
   * The same as a PKCS #12 file with its password, `{ pfx, passphrase }`.
   * @param {string} name
   * @returns {Promise<Pick<Identity, "pfx" | "passphrase">>}
   */
  async pkcs12(name) {
    const pfx = await this.#control.bytes("GET", `identities/${name}.p12`);
    return { pfx, passphrase: (await this.#control.json("GET", "identities")).password };
  }

  /**
   * The environment for a program under test, with the variables of `mockportal run --client` and of trust.
   * @param {{ user?: string, task?: string, base?: Record<string, string | undefined> }} wanted
   * @returns {Record<string, string | undefined>}
   */
  env({ user, task, base = process.env } = {}) {
    const around = [base.NO_PROXY, "localhost,127.0.0.1,::1"].filter(Boolean).join(",");
    return {
      ...base, PORTAL_URL: this.url, PORTAL_SERVER_URL: this.serverURL, PORTAL_CA_FILE: this.caFile, CURL_CA_BUNDLE: this.caFile,
      SSL_CERT_FILE: this.caFile, REQUESTS_CA_BUNDLE: this.caFile, NODE_EXTRA_CA_CERTS: this.caFile, NO_PROXY: around, no_proxy: around,
      ...(user === undefined ? {} : { PORTAL_USERNAME: user, PORTAL_PASSWORD: this.users[user].password }),
      ...(task === undefined ? {} : { PORTAL_TASK: task }),
    };
  }

  // What can be done to it

  /** The portal's clock, by which tokens, codes and nonces expire; it moves forward when it is told to. */
  clock = {
    /**
     * Moves it forward by a text such as "61m", or by milliseconds.
     * @param {string | number} duration
     * @returns {Promise<Date>}
     */
    advance: async (duration) => {
      const text = typeof duration === "number" ? `${Math.round(duration)}ms` : duration;
      return new Date((await this.#control.json("POST", "clock", { advance: text })).portalTime);
    },
    /**
     * What it shows.
     * @returns {Promise<Date>}
     */
    now: async () => new Date((await this.#control.json("GET", "clock")).portalTime),
  };

  /** What goes wrong on the wire. What is set replaces all faults that were there, those of the scenario too. */
  faults = {
    /**
     * Plays one fault: `play("reset", { operation: "portals/self", times: 1 })`. Exactly one of operation, path, request,
     * everyRequest, connection and everyConnection says where; without `times` it is for ever.
     * @param {Play} play
     * @param {Place} place
     */
    play: (play, place) => this.faults.set([{ ...place, play }]),
    /**
     * Plays several, each an object of the blueprint's key `faults`.
     * @param {(Place & { play: Play })[]} faults
     */
    set: (faults) => this.act({ set: { faults } }),
    /** Plays none. */
    clear: () => this.faults.set([]),
  };

  /**
   * An object with the one key of an action, as `{ expire: "token#1" }`.
   * @param {Record<string, unknown>} action
   */
  async act(action) { await this.#control.json("POST", "actions", action); }
  /**
   * `token#1` in the order of issue, `refresh#1`, `key:<name>`, or all access tokens.
   * @param {string} [token]
   */
  expire(token = "all") { return this.act({ expire: token }); }
  /**
   * Named as in `expire`.
   * @param {string} [token]
   */
  revoke(token = "all") { return this.act({ revoke: token }); }
  /**
   * Gives an account another password; `portal.users` has it from then on.
   * @param {string} username
   * @param {string} password
   */
  async setPassword(username, password) {
    await this.act({ password: { [username]: password } });
    this.#read(await this.#control.json("GET", "ready"));
    this.#passwords.add(password);
  }
  /**
   * Shows another certificate to new connections: `good`, `expired`, `self-signed` …
   * @param {string} recipe
   * @param {string} [host]
   */
  showCertificate(recipe, host) { return this.act({ certificate: host === undefined ? recipe : { host, recipe } }); }
  /**
   * Opens or closes the organization to strangers.
   * @param {"public" | "private"} access
   */
  setAccess(access) { return this.act({ access }); }
  /**
   * Opens or closes a port.
   * @param {"open" | "refused" | "dropped"} reach
   * @param {string} [host]
   */
  setReach(reach, host) { return this.act({ reach: host === undefined ? reach : { host, is: reach } }); }
  /** Makes every nonce stale that HTTP Digest has handed out. */
  expireNonces() { return this.act({ nonces: "expire" }); }
  /**
   * Lets the answers go that the blueprint's `hold` keeps back.
   * @param {string} operation
   */
  release(operation) { return this.act({ release: operation }); }
  /**
   * Changes what the portal is.
   * @param {Differences} differences
   */
  change(differences) { return this.act({ set: differences }); }
  /**
   * Serves another preset or scenario at the same URL; state and journal begin anew.
   * @param {string} scenario
   * @param {Differences} [differences]
   */
  async become(scenario, differences = {}) {
    this.#read(await this.#control.json("POST", "scenario", { scenario, blueprint: differences }));
  }
  /** Starts state, clock and journal anew; accounts have the passwords that they began with. */
  async reset() {
    await this.#control.json("POST", "reset");
    this.#read(await this.#control.json("GET", "ready"));
  }

  // What it saw

  /**
   * Everything that it saw.
   * @returns {Promise<Journal>}
   */
  async journal() {
    const journal = await this.#control.json("GET", "journal");
    for (const request of journal.requests) request.body = Buffer.from(request.body);
    return journal;
  }
  /** The journal as a person reads it, without secrets. */
  async journalText() { return text(await this.journal()); }
  /**
   * The requests for an operation; `*` stands for anything, `|` separates alternatives.
   * @param {string} [operation]
   * @param {string} [method]
   * @returns {Promise<Request[]>}
   */
  async requests(operation = "*", method = "*") { return found(await this.journal(), operation, method); }
  /**
   * The connections, refused handshakes included.
   * @returns {Promise<Connection[]>}
   */
  async connections() { return (await this.#settled()).connections; }
  /** Forgets what was seen so far. */
  async clearJournal() { await this.#control.json("DELETE", "journal"); }
  /**
   * Waits until so many requests were seen; false where the time was too short.
   * @param {{ count?: number, operation?: string, timeout?: string }} wanted
   */
  async wait({ count = 1, operation, timeout = "10s" } = {}) {
    return (await this.#control.json("POST", "wait", { count, operation, timeout })).seen;
  }
  /**
   * What the judge says of the traffic so far; `configure({ arguments: ["--judge"] })` first.
   * @returns {Promise<any>}
   */
  verdict() { return this.#control.json("GET", "verdict"); }

  /** The journal once no handshake is under way, or after a second: a client hears of its end before the portal does. */
  async #settled() {
    for (let tries = 0; ; tries++) {
      const journal = await this.journal();
      if (tries === 100 || journal.connections.every(({ tls, end }) => tls?.outcome !== "pending" || end !== undefined)) return journal;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  // What must be true of that

  /**
   * Fails unless an operation was requested.
   * @param {string} operation
   * @param {{ method?: string, times?: number }} wanted
   */
  async assertRequested(operation, { method = "*", times } = {}) {
    const journal = whole(await this.#settled());
    const count = found(journal, operation, method).length;
    if (times === undefined ? count > 0 : count === times) return;
    assert.fail(`${name(operation, method)} was to be requested ${times === undefined ? "at least once" : `exactly ${times} times`}, `
      + `and was ${count} times; the portal saw:\n${text(journal)}`);
  }
  /**
   * Fails where an operation was requested; without arguments, where there was any request.
   * @param {string} [operation]
   * @param {{ method?: string }} wanted
   */
  async assertNotRequested(operation = "*", { method = "*" } = {}) {
    const requests = found(whole(await this.#settled()), operation, method);
    if (requests.length === 0) return;
    assert.fail(`${name(operation, method)} was not to be requested, and was ${requests.length} times: ${requests.slice(0, 10).map(line).join("; ")}`);
  }
  /** Fails unless a client came at all: a test that a client refuses something proves nothing without. */
  async assertConnected() {
    const journal = await this.#settled();
    if (journal.connections.length === 0 && journal.dropped === 0) assert.fail("no client connected to the portal; was it given portal.url?");
  }
  /**
   * Fails where a secret was sent. `what` is `password` (of any account), `token`, `certificate`, `api-key` or `client-secret`; any
   * other text is searched for as it is, and must have six bytes. `where` is `url`, `headers` or `body`; requests for the operations
   * of `outside` are where it belongs. Passwords, keys and texts are found in percent-encoding, JSON, hex and base64 too. Ask once
   * the client is done.
   * @param {string} what
   * @param {{ where?: "url" | "headers" | "body", outside?: string | string[] }} wanted
   */
  async assertNeverSent(what, { where, outside = [] } = {}) {
    if (where !== undefined && !places.includes(where)) throw new RangeError(`where is ${where}; it is one of ${places.join(", ")}`);
    const journal = whole(await this.#settled());
    const requests = journal.requests.filter((request) => ![outside].flat().some((operation) => is(request, operation)));
    if (what === "certificate") {
      if (where !== undefined) throw new RangeError("a client certificate is shown in the handshake: leave where out");
      const judged = new Set(requests.map((request) => request.connection));
      const carried = new Set(journal.requests.map((request) => request.connection));
      const shown = journal.connections.filter(({ number, tls }) => tls?.identity !== undefined && (judged.has(number) || !carried.has(number)));
      if (shown.length > 0) assert.fail(`a client certificate was sent: ${shown.map(connectionLine).join("; ")}`);
      return;
    }
    /** @type {Record<string, Iterable<string>>} */
    const secrets = {
      password: this.#passwords, "api-key": Object.values(this.apiKeys),
      "client-secret": Object.values(this.oauthClients).flatMap((client) => client.clientSecret ?? []),
    };
    const searches = what === "token" ? [] : [...(secrets[what] ?? [what])].map((secret) => new SecretSearch(secret));
    const sent = requests.flatMap((request) => places.filter((place) => where === undefined || place === where).filter((place) =>
      what === "token" ? request.presented.some((token) => carriers[token.carrier] === place)
        : searches.some((search) => search.isIn(part(request, place)))).map((place) => `request ${line(request)} in its ${place}`));
    const noun = what in secrets || what === "token" ? `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}` : "the text";
    if (sent.length > 0) assert.fail(`${noun} was sent: ${sent.join("; ")}`);
  }
}

const places = ["url", "headers", "body"];
/** @type {Record<string, string>} */
const carriers = { query: "url", esriHeader: "headers", authorizationHeader: "headers", cookie: "headers", form: "body" };

/**
 * @param {Request} request
 * @param {string} place
 */
function part(request, place) {
  if (place === "url") return Buffer.from(request.target);
  return place === "body" ? request.body : Buffer.from(request.headers.map((field) => `${field.name}: ${field.value}`).join("\n"));
}

/**
 * An object that answers a name which is not there with those that are.
 * @template T
 * @param {string} kind
 * @param {Record<string, T>} values
 * @param {string} [hint]
 */
function named(kind, values, hint) {
  return new Proxy(values, {
    get(target, key) {
      // What runtimes and inspectors ask of any object is not a name.
      if (typeof key === "symbol" || key in target || ["then", "toJSON", "constructor"].includes(key)) return Reflect.get(target, key);
      const there = Object.keys(target);
      throw new MockPortalError(`this portal has no ${kind} ${key}; there are: ${there.join(", ") || "none"}${hint && there.length === 0 ? `; ${hint}` : ""}`);
    },
  });
}

/** @param {Journal} journal */
function whole(journal) {
  if (journal.dropped > 0) {
    assert.fail(`the journal has dropped ${journal.dropped} entries, so nothing can be said of all requests: clear it in between `
      + "(portal.clearJournal()), or configure a larger --journal-size");
  }
  return journal;
}

/**
 * @param {string} text
 * @param {string} pattern
 */
function matches(text, pattern) {
  return pattern.split("|").some((choice) =>
    new RegExp(`^${choice.split("*").map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*")}$`, "s").test(text));
}

/**
 * @param {Request} request
 * @param {string} operation
 * @param {string} [method]
 */
function is(request, operation, method = "*") { return matches(request.operation, operation) && matches(request.method, method); }

/**
 * @param {Journal} journal
 * @param {string} operation
 * @param {string} method
 */
function found(journal, operation, method) { return journal.requests.filter((request) => is(request, operation, method)); }

/**
 * @param {string} operation
 * @param {string} method
 */
function name(operation, method) { return `${method === "*" ? "" : `${method} `}${operation === "*" ? "anything" : operation}`; }

/**
 * A text on one line in which nothing can act on a terminal or hide.
 * @param {string} text
 */
function visible(text) { return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${/** @type {number} */ (char.codePointAt(0)).toString(16)}}`); }

/** @param {Request} request */
function line(request) {
  // What the portal has no name for is told by its path; a query may hold secrets.
  const what = request.operation === "unknown" ? `unknown ${request.target.split("?")[0]}` : request.operation;
  const tokens = request.presented.map((token) => ` +${token.alias}`).join("");
  const answer = request.answer === undefined ? " unanswered" : ` -> ${request.answer.code}`;
  const issued = request.answer?.issued === undefined ? "" : ` (${request.answer.issued})`;
  return visible(`${request.number}: ${request.method} ${what}${tokens}${answer}${issued}`);
}

/** @param {Connection} connection */
function connectionLine({ number, origin, tls, fault }) {
  const words = [`connection ${number} to ${origin}${tls ? `: ${tls.outcome}, certificate ${tls.certificate ?? "none"}` : ""}`];
  if (tls?.identity !== undefined) words.push(`client certificate ${tls.identity}`);
  if (tls?.alert !== undefined) words.push(`alert ${tls.alert.name} by ${tls.alert.sentBy}`);
  if (fault !== undefined) words.push(`fault ${fault}`);
  return visible(words.join(", "));
}

/** @param {Journal} journal */
function text(journal) {
  const lines = [
    ...journal.connections.map(connectionLine),
    ...journal.requests.flatMap((request) => [
      `request ${line(request)}, on connection ${request.connection}${request.fault === undefined ? "" : `, fault ${visible(request.fault)}`}`,
      ...request.decisions.filter((decision) => !decision.passed).map(({ gate, reason }) => `    ${visible(gate)}: ${visible(reason)}`),
    ]),
  ];
  if (journal.dropped > 0) lines.push(`(${journal.dropped} older entries were dropped)`);
  return lines.join("\n") || "no connection";
}

/** Finds one secret as it is, percent-encoded, escaped as in JSON, in hex, or in base64 at any alignment. */
export class SecretSearch {
  #forms;
  #hex;

  /** @param {string} secret */
  constructor(secret) {
    const raw = Buffer.from(secret);
    if (raw.length < 6) throw new RangeError("a text of fewer than 6 bytes is too short to be told from chance");
    this.#hex = raw.toString("hex");
    this.#forms = [raw.toString("latin1"), ...[0, 1, 2].flatMap((offset) => {
      // The characters that the secret alone decides where it begins so many bytes into a group of three (RFC 4648 §4, §5).
      const padded = Buffer.concat([Buffer.alloc(offset), raw]);
      const core = Buffer.concat([padded, Buffer.alloc(2)]).toString("base64")
        .slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 8) / 6));
      return core.length < 6 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
    })];
  }

  /**
   * Whether it stands anywhere in bytes.
   * @param {Uint8Array} data
   */
  isIn(data) {
    const text = Buffer.from(data).toString("latin1");
    const percent = (/** @type {string} */ form) => form.replace(/%([0-9a-fA-F]{2})/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
    const escapes = (/** @type {string} */ form) => form.replace(
      /(?:\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\["\\/bfnrt])/g,
      (escape) => Buffer.from(JSON.parse(`"${escape}"`)).toString("latin1"));
    const readings = new Set([text, percent(text), percent(text.replaceAll("+", " "))]);
    for (const reading of [...readings]) readings.add(escapes(reading));
    return [...readings].some((reading) => this.#forms.some((form) => reading.includes(form)) || reading.toLowerCase().includes(this.#hex));
  }
}
