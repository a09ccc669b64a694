#!/usr/bin/env node
// A right client of a portal in Node alone, without a package, told one task in its environment (README.md).
// `--bug <name>` puts one mistake in the place of what is right, `--list-bugs` prints their names; reference.mjs.bugs says what they are.
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import { inspect } from "node:util";
import { gunzipSync } from "node:zlib";

const BUGS = `reject-unauthorized-off no-identity-check turned-off-after-failure expired-tolerated verifies-portal-only common-name-taken
  password-in-query token-in-url token-in-cookie request-logged token-in-temporary-file password-to-child referer-of-the-target requestip
  no-referer never-renewed endless-renewal parallel-exchanges post-repeated retry-after-in-milliseconds retries-at-once
  token-follows-redirect host-without-port referer-follows-redirect downgrade-followed form-follows-redirect count-not-padded
  stale-is-refusal algorithm-ignored last-challenge-taken basic-in-latin1 basic-anywhere basic-over-http constant-state state-unchecked
  no-pkce plain-pkce challenge-in-hex implicit code-twice secret-in-query status-only envelope-ignored any-token-service
  not-exchanged owner-by-host token-to-every-layer unknown-layers-asked address-kept wrong-password-twice exit-always-zero`.split(/\s+/);
const argument = process.argv.indexOf("--bug");
const BUG = argument < 0 ? null : process.argv[argument + 1];
const bug = (name) => BUG === name;
const env = process.env;
const REDIRECTS = [301, 302, 303, 307, 308];
const BUSY = [429, 502, 503, 504];

/** The end of a task, with a reason of the contract's vocabulary. */
class Refused extends Error {}
/** No byte of an answer came, or only a part of its body. */
class Lost extends Error {}

// Addresses

const origin = (url) => (bug("host-without-port") ? new URL(url).hostname : new URL(url).origin);
/** The path of the portal or server that an address belongs to: what stands before /sharing or /rest. */
const rootOf = (url) => new URL(url).pathname.split(/\/(?:sharing|rest)(?:\/|$)/)[0].replace(/\/+$/, "");
/** Whether an address lies below a portal or server: a host may serve others beside it. */
const belongs = (url, base) => origin(url) === origin(base) && `${new URL(url).pathname}/`.startsWith(`${rootOf(base)}/`);

/** The portal's address, however it was written. */
function portalOf(text) {
  const url = new URL(text.trim());
  return url.origin + url.pathname.replace(/(\/home(\/.*)?|\/sharing(\/.*)?|\/index\.html)?\/*$/, "");
}

// One request

/** What is checked of a server, and the certificate that is shown: to the portal, for which it was given, and to no other. */
function settings(url) {
  const own = new URL(url).origin === new URL(portal).origin;
  const found = { servername: net.isIP(hostOf(url)) ? "" : hostOf(url), rejectUnauthorized: true };
  // A name stands in subjectAltName; the common name is none, where addresses alone stand there too (RFC 9525 section 6.3).
  found.checkServerIdentity = (host, certificate) =>
    (certificate.subjectaltname ?? "").includes(net.isIP(hostOf(url)) ? "IP Address:" : "DNS:") || bug("common-name-taken")
      ? tls.checkServerIdentity(hostOf(url), certificate)
      : Object.assign(new Error("no name"), { code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  if (bug("no-identity-check")) found.checkServerIdentity = () => undefined;
  if (bug("reject-unauthorized-off") || unverified || (bug("verifies-portal-only") && !own)) found.rejectUnauthorized = false;
  if (env.PORTAL_CA_FILE) found.ca = readFileSync(env.PORTAL_CA_FILE);
  if (env.PORTAL_CLIENT_CERT && own) {
    found.cert = readFileSync(env.PORTAL_CLIENT_CERT);
    found.key = readFileSync(env.PORTAL_CLIENT_KEY);
  }
  return found;
}
const hostOf = (url) => new URL(url).hostname.replace(/^\[|\]$/g, "");
let unverified = false;

const REASONS = {
  CERT_NOT_YET_VALID: "certificate-not-yet-valid", CERT_HAS_EXPIRED: "certificate-expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate-self-signed", SELF_SIGNED_CERT_IN_CHAIN: "certificate-unknown-root",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "certificate-unknown-root", UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate-unknown-root",
  UNABLE_TO_GET_ISSUER_CERT: "certificate-unknown-root", INVALID_PURPOSE: "certificate-wrong-purpose",
  ERR_TLS_CERT_ALTNAME_INVALID: "host-mismatch", ENOTFOUND: "cannot-find-host", EAI_AGAIN: "cannot-find-host",
  ECONNREFUSED: "cannot-connect", ETIMEDOUT: "timed-out",
};
// The alerts by which a server refuses a client certificate (RFC 8446 section 6.2, RFC 5246 section 7.2.2).
const ALERTS = {
  CERTIFICATE_REQUIRED: "client-certificate-required", UNKNOWN_CA: "client-certificate-unknown-ca",
  CERTIFICATE_EXPIRED: "client-certificate-expired", BAD_CERTIFICATE: "client-certificate-rejected",
  UNSUPPORTED_CERTIFICATE: "client-certificate-rejected", CERTIFICATE_REVOKED: "client-certificate-rejected",
};

function reasonOf(error) {
  const code = error.code ?? "";
  if (REASONS[code]) return REASONS[code];
  // TLS 1.2 has no alert of its own for a certificate that is missing.
  if (code.endsWith("ALERT_HANDSHAKE_FAILURE") && !env.PORTAL_CLIENT_CERT) return "client-certificate-required";
  const alert = Object.keys(ALERTS).find((name) => code.endsWith(name));
  return alert ? ALERTS[alert] : /^(ERR_SSL|ERR_TLS|EPROTO)/.test(code) ? "secure-connection-failed" : "connection-lost";
}

/** Sends one request over a connection of its own. */
function exchange(method, address, headers, body) {
  const url = new URL(address);
  const secure = url.protocol === "https:";
  const lines = { Host: url.host, "Accept-Encoding": "gzip", Connection: "close", ...headers };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return new Promise((resolve, reject) => {
    const place = { host: hostOf(address), port: url.port || (secure ? 443 : 80) };
    const wire = secure ? tls.connect({ ...place, ...settings(address) }) : net.connect(place);
    const data = [];
    let failure = null;
    wire.setTimeout(20_000, () => wire.destroy(Object.assign(new Error("late"), { code: "ETIMEDOUT" })));
    wire.on(secure ? "secureConnect" : "connect", () => wire.write(`${method} ${url.pathname}${url.search} HTTP/1.1\r\n${head}\r\n${body ?? ""}`));
    wire.on("data", (some) => data.push(some));
    wire.on("error", (error) => (failure ??= error));
    wire.on("close", () => {
      const received = Buffer.concat(data);
      // What came may be whole, although the connection was not ended as it should be.
      if (failure && !["ECONNRESET", "EPIPE"].includes(failure.code)) {
        if (bug("turned-off-after-failure") && !unverified) {
          unverified = true;
          return resolve(exchange(method, address, headers, body));
        }
        if (bug("expired-tolerated") && failure.code === "CERT_HAS_EXPIRED") {
          unverified = true;
          return resolve(exchange(method, address, headers, body).finally(() => (unverified = false)));
        }
        return reject(new Refused(reasonOf(failure)));
      }
      if (received.length === 0) return reject(new Lost("connection-lost"));
      try {
        resolve({ ...parsed(received), address });
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The status, the header fields and the body of an answer (RFC 9112 sections 4 to 7). */
function parsed(data) {
  const end = data.indexOf("\r\n\r\n");
  if (end < 0) throw new Refused("connection-lost");
  const [first, ...lines] = data.subarray(0, end).toString("latin1").split("\r\n");
  const fields = lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]);
  const all = (name) => fields.filter(([key]) => key === name).map(([, value]) => value);
  const header = (name) => all(name)[0];
  const answer = { status: Number(first.split(" ")[1]), all, header, body: data.subarray(end + 4) };
  if (header("transfer-encoding") === "chunked") {
    const parts = [];
    let rest = answer.body;
    for (;;) {
      const line = rest.indexOf("\r\n");
      const size = line < 0 ? NaN : parseInt(rest.subarray(0, line).toString("latin1"), 16);
      if (size === 0) break;
      if (!(rest.length >= line + 2 + size + 2)) throw new Lost("partial-body");
      parts.push(rest.subarray(line + 2, line + 2 + size));
      rest = rest.subarray(line + 2 + size + 2);
    }
    answer.body = Buffer.concat(parts);
  } else if (header("content-length") && answer.body.length < Number(header("content-length"))) {
    throw new Lost("partial-body");
  }
  if (header("content-encoding") === "gzip") answer.body = gunzipSync(answer.body);
  return answer;
}

const form = (fields) => new URLSearchParams(fields).toString();

/** The seconds that Retry-After asks for, as a number or as a date, which counts from the answer's own (RFC 9110 section 10.2.3). */
function askedPause(wanted, now) {
  const seconds = Number(wanted);
  return Number.isNaN(seconds) ? (Date.parse(wanted) - Date.parse(now)) / 1000 : seconds;
}

/** Sends a request; a GET that was lost or met a busy server is repeated up to twice, after a pause. A form never is. */
async function send(method, url, headers, fields) {
  const body = fields && form(fields);
  if (body) headers = { ...headers, "Content-Type": "application/x-www-form-urlencoded", "Content-Length": Buffer.byteLength(body) };
  for (let left = 2; ; left -= 1) {
    let wait = 550 * 2 ** (2 - left);
    try {
      const answer = await exchange(method, url, headers, body);
      const wanted = askedPause(answer.header("retry-after"), answer.header("date"));
      if (wanted > 0) wait = bug("retry-after-in-milliseconds") ? wanted : Math.max(wait, wanted * 1000 + 50);
      if (!BUSY.includes(answer.status) || method !== "GET" || !left || wait > 30_000) return answer;
    } catch (error) {
      if (!(error instanceof Lost)) throw error;
      const again = method === "GET" && (error.message === "connection-lost" ? left : left === 2);
      if (!again && !(bug("post-repeated") && left)) throw new Refused(error.message);
    }
    await pause(bug("retries-at-once") ? 0 : wait);
  }
}

// The web tier: Basic (RFC 7617) and Digest (RFC 7616)

const DIGESTS = ["SHA-256", "MD5"];
const kindOf = (challenge) => (challenge.algorithm ?? "MD5").toUpperCase().replace(/-SESS$/, "");
let answered = null; // The challenge that was answered, with how often its nonce was used.

/** The challenges of an answer, several in a line or not; of Digest those that can be computed, the strongest first. */
function offers(answer) {
  const found = [];
  for (const line of answer.all("www-authenticate")) {
    for (const [, name, value, text, plain] of line.matchAll(/([\w!#$%&'*+.^`|~-]+)(\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g)) {
      if (!value) found.push({ scheme: name.toLowerCase() });
      else if (found.length) found.at(-1)[name.toLowerCase()] = plain ?? text.replace(/\\(.)/g, "$1");
    }
  }
  const digests = found.filter((one) => one.scheme === "digest" && DIGESTS.includes(kindOf(one)));
  digests.sort((a, b) => (bug("last-challenge-taken") ? -1 : DIGESTS.indexOf(kindOf(a)) - DIGESTS.indexOf(kindOf(b))));
  return [...digests, ...found.filter((one) => one.scheme === "basic")];
}

const quoted = (text) => text.replace(/["\\]/g, "\\$&");

/** The answer to a Digest challenge (RFC 7616 section 3.4). */
function digest(method, url, challenge) {
  const offered = (challenge.qop ?? "").split(",").map((one) => one.trim()).filter(Boolean);
  if (offered.length && !offered.includes("auth")) throw new Refused("unsupported-qop");
  const hash = bug("algorithm-ignored") ? "md5" : { "SHA-256": "sha256", MD5: "md5" }[kindOf(challenge)];
  const hashed = (...parts) => createHash(hash).update(parts.join(":")).digest("hex");
  const { realm = "", nonce, opaque, algorithm } = challenge;
  const session = /-sess$/i.test(algorithm ?? "");
  challenge.count = (challenge.count ?? 0) + 1;
  const count = challenge.count.toString(16).padStart(bug("count-not-padded") ? 1 : 8, "0");
  const cnonce = (challenge.cnonce = (session && challenge.cnonce) || randomBytes(16).toString("hex"));
  const target = new URL(url).pathname + new URL(url).search;
  let secret = hashed(env.PORTAL_USERNAME, realm, env.PORTAL_PASSWORD);
  if (session) secret = hashed(secret, nonce, cnonce);
  const isHashed = challenge.userhash === "true";
  const fields = [
    `username="${quoted(isHashed ? hashed(env.PORTAL_USERNAME, realm) : env.PORTAL_USERNAME)}"`, `realm="${quoted(realm)}"`,
    `nonce="${nonce}"`, `uri="${target}"`,
  ];
  if (offered.length) {
    fields.push(`response="${hashed(secret, nonce, count, cnonce, "auth", hashed(method, target))}"`, "qop=auth", `nc=${count}`, `cnonce="${cnonce}"`);
  } else {
    fields.push(`response="${hashed(secret, nonce, hashed(method, target))}"`);
    if (session) fields.push(`cnonce="${cnonce}"`);
  }
  if (opaque !== undefined) fields.push(`opaque="${quoted(opaque)}"`);
  if (algorithm) fields.push(`algorithm=${algorithm}`);
  if (isHashed) fields.push("userhash=true");
  return `Digest ${fields.join(", ")}`;
}

function authorization(method, url, challenge) {
  if (challenge.scheme === "digest") return digest(method, url, challenge);
  if (new URL(url).protocol !== "https:" && !bug("basic-over-http")) throw new Refused("insecure-basic");
  const pair = Buffer.from(`${env.PORTAL_USERNAME}:${env.PORTAL_PASSWORD}`, bug("basic-in-latin1") ? "latin1" : "utf8");
  return `Basic ${pair.toString("base64")}`;
}

/** Sends a request and answers the web tier's challenge, where the address has the portal's origin: a protection space ends there. */
async function ask(method, url, headers, fields) {
  if (!env.PORTAL_USERNAME || !(origin(url) === origin(rest) || bug("basic-anywhere"))) return send(method, url, headers, fields);
  for (let stale = 0; stale < 4; stale += 1) {
    if (answered) headers = { ...headers, Authorization: authorization(method, url, answered) };
    const answer = await send(method, url, headers, fields);
    if (answer.status !== 401) return answer;
    const [offered] = offers(answer);
    const isStale = offered?.stale?.toLowerCase() === "true" && !bug("stale-is-refusal");
    const refused = answered;
    answered = null;
    // A password that was refused is not sent again; a nonce that was called stale is replaced.
    if (!offered || (refused && !isStale && !(bug("wrong-password-twice") && stale < 2))) return answer;
    answered = offered;
  }
  throw new Refused("digest-stale-loop");
}

/** Asks with GET and follows redirects by itself: what is secret stays with the portal or server that it was meant for. */
async function get(first, token = null, referer = true) {
  let url = first;
  let headers = referer && !bug("no-referer") ? { Referer: bug("referer-of-the-target") ? new URL(url).origin : env.PORTAL_REFERER } : {};
  for (let hops = 0; hops <= 10; hops += 1) {
    if (token && bug("token-in-url")) url += `${url.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
    else if (token && bug("token-in-cookie")) headers = { ...headers, Cookie: `agstoken=${encodeURIComponent(token)}` };
    else if (token) headers = { ...headers, "X-Esri-Authorization": `Bearer ${token}` };
    if (bug("request-logged")) console.error(inspect({ url, headers }));
    const answer = await ask("GET", url, headers);
    const location = answer.header("location");
    if (!REDIRECTS.includes(answer.status) || !location) return answer;
    const target = new URL(location, url);
    if (target.username || target.password || !["http:", "https:"].includes(target.protocol)) throw new Refused("redirect-refused");
    if (new URL(url).protocol === "https:" && target.protocol === "http:" && !bug("downgrade-followed")) throw new Refused("insecure-redirect");
    if (!belongs(target.href, first) && !bug("token-follows-redirect")) {
      token = null;
      headers = bug("referer-follows-redirect") && headers.Referer ? { Referer: headers.Referer } : {};
    }
    url = target.href;
  }
  throw new Refused("too-many-redirects");
}

/** Posts a form of secrets: over TLS, and never to where a redirect leads. */
async function post(url, fields) {
  const headers = bug("no-referer") ? {} : { Referer: env.PORTAL_REFERER };
  if ((bug("password-in-query") && fields.password) || (bug("secret-in-query") && fields.client_secret)) return ask("GET", `${url}?${form(fields)}`, headers);
  const child = bug("password-to-child") && fields.password ? spawn("sh", ["-c", "read line", "audit", `password=${fields.password}`]) : null;
  const answer = await ask("POST", url, headers, fields);
  child?.stdin.end();
  if (!REDIRECTS.includes(answer.status) || !bug("form-follows-redirect")) return answer;
  return ask("POST", new URL(answer.header("location"), url).href, headers, fields);
}

// What an answer says

const PAGES = { // How web tiers say in HTML what is wrong with a client certificate: nginx, IIS, Apache.
  "No required SSL certificate was sent": "client-certificate-required", "403.7": "client-certificate-required",
  403.16: "client-certificate-unknown-ca", 403.17: "client-certificate-expired", 403.13: "client-certificate-rejected",
  "The SSL certificate error": "client-certificate-rejected",
  "<title>403 Forbidden</title>": env.PORTAL_CLIENT_CERT ? "client-certificate-rejected" : "client-certificate-required",
};

/** The JSON document of an answer; `denied` is what error 400 means there. */
function documentOf(answer, signedIn = false, denied = "service-error") {
  if (bug("status-only") && answer.status === 200) return { token: "", user: { username: "?" } };
  const plain = { 401: "http-authentication", 429: "rate-limited", 498: "token-invalid", 499: "token-required" }[answer.status];
  if (plain) throw new Refused(plain);
  const charset = /charset="?([\w-]+)/i.exec(answer.header("content-type") ?? "")?.[1] ?? "utf-8";
  const text = new TextDecoder(charset).decode(answer.body).trim();
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    const page = answer.status >= 400 ? Object.keys(PAGES).find((words) => text.includes(words)) : undefined;
    if (page) throw new Refused(PAGES[page]);
    if (answer.status >= 300) throw new Refused(answer.status === 404 ? "not-found" : "http-error");
    throw new Refused(!text ? "empty-body" : "{[".includes(text[0]) ? "malformed-answer" : "unexpected-content");
  }
  if (found === null || typeof found !== "object" || Array.isArray(found)) throw new Refused("unexpected-content");
  const error = found.error ?? (found.status === "error" ? found : null);
  if (!error || bug("envelope-ignored")) {
    if (answer.status >= 300) throw new Refused(answer.status === 404 ? "not-found" : "http-error");
    return found;
  }
  if (typeof error !== "object") throw new Refused("oauth-error");
  const code = String(error.code);
  if (code === "404" || error.messageCode === "CONT_0001") throw new Refused("not-found");
  if (code === "403") throw new Refused(signedIn ? "access-denied" : "authentication-required");
  throw new Refused({ 498: "token-invalid", 499: "token-required", 400: denied }[code] ?? "service-error");
}

// Tokens

/** The token of an answer. */
function issued(answer, denied, member = "token") {
  if (REDIRECTS.includes(answer.status)) throw new Refused("redirect-refused");
  const token = documentOf(answer, false, denied)[member];
  if (typeof token !== "string" || !token) throw new Refused("unexpected-content");
  if (bug("token-in-temporary-file")) writeFileSync(`${env.TMPDIR ?? "/tmp"}/session.json`, JSON.stringify({ token }));
  return token;
}

/** Gets a token for a user: over TLS, from the portal or from the host that was asked; another host needs the user's consent. */
async function generate(service, asked) {
  if (new URL(service).protocol !== "https:") throw new Refused("insecure-token-service");
  if (![origin(portal), origin(asked)].includes(origin(service)) && !bug("any-token-service")) throw new Refused("consent-refused");
  const bound = bug("requestip") ? { client: "requestip" } : { client: "referer", referer: env.PORTAL_REFERER };
  const fields = { username: env.PORTAL_USERNAME, password: env.PORTAL_PASSWORD, ...bound, expiration: "60", f: "json" };
  try {
    return issued(await post(service, fields), "invalid-credentials");
  } catch (error) {
    if (error.message !== "invalid-credentials" || !bug("wrong-password-twice")) throw error;
    return issued(await post(service, fields), "invalid-credentials");
  }
}

/** What a portal or server says about its tokens; nothing where it does not. */
async function information(base) {
  try {
    return documentOf(await get(`${base}/info?f=json`, null, base === rest));
  } catch (error) {
    if (["not-found", "http-error", "service-error", "unexpected-content", "malformed-answer", "empty-body"].includes(error.message)) return {};
    throw error;
  }
}

/** A token for a federated server in exchange for the portal's. */
async function federated(token, server) {
  if (bug("not-exchanged")) return token;
  const fields = { request: "getToken", serverUrl: server, token, referer: env.PORTAL_REFERER, f: "json" };
  return issued(await post(`${rest}/generateToken`, fields), "server-token-refused");
}

/** Whether an address that a server names as its owner is the portal. */
function isPortal(owner) {
  if (bug("owner-by-host")) return new URL(owner).hostname === new URL(portal).hostname;
  return origin(owner) === origin(portal) && new URL(owner).pathname.replace(/\/+$/, "") === rootOf(rest);
}

/** A token for the application itself (RFC 6749 section 4.4). */
async function application() {
  const fields = { grant_type: "client_credentials", client_id: env.PORTAL_OAUTH_CLIENT_ID, client_secret: env.PORTAL_OAUTH_CLIENT_SECRET, f: "json" };
  return issued(await post(`${rest}/oauth2/token`, fields), "oauth-error", "access_token");
}

const plainText = (text) => text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[name] ?? "'");

/** A user's token: a code from the portal's sign-in page, with its proof (RFC 6749 section 4.1, RFC 7636). */
async function authorizationCode() {
  const verifier = randomBytes(32).toString("base64url");
  const state = bug("constant-state") ? "mockstate" : randomBytes(16).toString("base64url");
  const hash = createHash("sha256").update(verifier).digest(bug("challenge-in-hex") ? "hex" : "base64url");
  let proof = { code_challenge: hash, code_challenge_method: "S256" };
  if (bug("plain-pkce")) proof = { code_challenge: verifier, code_challenge_method: "plain" };
  if (bug("no-pkce")) proof = {};
  const back = env.PORTAL_OAUTH_REDIRECT_URI;
  const who = { client_id: env.PORTAL_OAUTH_CLIENT_ID, redirect_uri: back };
  const page = await get(`${rest}/oauth2/authorize?${form({ ...who, response_type: bug("implicit") ? "token" : "code", state, ...proof })}`);
  const text = page.body.toString("utf8");
  const action = /<form method="post" action="([^"]*)"/.exec(text);
  if (!action) throw new Refused("oauth-error");
  const fields = Object.fromEntries([...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [plainText(name), plainText(value)]));
  Object.assign(fields, { username: env.PORTAL_USERNAME, password: env.PORTAL_PASSWORD, authorize: "true" });
  const answer = await post(new URL(plainText(action[1]), page.address).href, fields);
  const target = answer.header("location");
  if (!REDIRECTS.includes(answer.status) || !target) throw new Refused("invalid-credentials");
  if (bug("implicit")) return new URLSearchParams(target.split("#")[1]).get("access_token");
  const given = new URLSearchParams(target.split("?")[1]?.split("#")[0]);
  if (back === "urn:ietf:wg:oauth:2.0:oob") await get(target); // The page on which the user finds the code.
  else if (target.split("?")[0] !== back || (given.get("state") !== state && !bug("state-unchecked"))) throw new Refused("oauth-state-mismatch");
  if (given.has("error")) throw new Refused(given.get("error") === "access_denied" ? "authorization-denied" : "oauth-error");
  const trade = { grant_type: "authorization_code", ...who, code: given.get("code") ?? "", f: "json" };
  if (!bug("no-pkce")) trade.code_verifier = verifier;
  if (bug("code-twice")) await post(`${rest}/oauth2/token`, trade);
  return issued(await post(`${rest}/oauth2/token`, trade), "oauth-error", "access_token");
}

/** The portal's token; none for anonymous, and none where the web tier signs in. */
async function portalToken() {
  if (env.PORTAL_TOKEN) return env.PORTAL_TOKEN;
  if (env.PORTAL_OAUTH_CLIENT_ID) return env.PORTAL_OAUTH_REDIRECT_URI ? authorizationCode() : application();
  if (!env.PORTAL_USERNAME) return null;
  const info = await information(rest);
  return answered ? null : generate(info.authInfo?.tokenServicesUrl ?? `${rest}/generateToken`, rest);
}

/** A token for a server: its own token service's, or one in exchange for the portal's; none where it is another portal's. */
async function serverToken(server) {
  if (env.PORTAL_TOKEN || !(env.PORTAL_USERNAME || env.PORTAL_OAUTH_CLIENT_ID)) return env.PORTAL_TOKEN ?? null;
  const info = await information(`${server}/rest`);
  const owner = info.owningSystemUrl;
  if (info.authInfo?.isTokenBasedSecurity === false || (owner && !isPortal(owner)) || answered) return null;
  if (owner && (env.PORTAL_OAUTH_CLIENT_ID || origin(server) !== origin(portal))) return federated(await portalToken(), server);
  if (env.PORTAL_OAUTH_CLIENT_ID) return null;
  return generate(info.authInfo?.tokenServicesUrl ?? `${server}/tokens/generateToken`, server);
}

// Tasks

/** Loads a document with a token, or with one that is asked for where it was `challenged`; one that is refused is renewed once. */
async function load(url, signIn, challenged = true) {
  let token = await signIn();
  let renewals = bug("endless-renewal") ? 6 : bug("never-renewed") || env.PORTAL_TOKEN ? 0 : 1;
  for (;;) {
    let wanted;
    try {
      return [documentOf(await get(url, token, Boolean(token) || belongs(url, rest)), Boolean(token || answered)), token];
    } catch (error) {
      wanted = challenged && env.PORTAL_USERNAME && !token && ["token-required", "authentication-required"].includes(error.message);
      if (!(wanted || (token && error.message === "token-invalid")) || !renewals) throw error;
    }
    renewals -= 1;
    if (wanted) token = await generate((await information(rest)).authInfo?.tokenServicesUrl ?? `${rest}/generateToken`, rest);
    else token = await signIn();
  }
}

const LAYERS = ["ArcGISFeatureLayer", "ArcGISMapServiceLayer", "ArcGISTiledMapServiceLayer", "ArcGISImageServiceLayer"];

/** Asks every layer for its description, the basemap's first, with a token of its server where that belongs to the portal. */
async function openLayers(map, token) {
  const tokens = new Map();
  const tokenFor = async (server) => {
    const owner = (await information(`${server}/rest`)).owningSystemUrl;
    return owner && isPortal(owner) ? federated(token, server) : null;
  };
  const open = async (layer) => {
    const title = String(layer.title ?? layer.id ?? "");
    const url = bug("address-kept") ? layer.url : layer.url.split("?")[0];
    const server = url.split("/rest/services/")[0];
    try {
      if (token && url.startsWith("https:") && (!tokens.has(server) || bug("parallel-exchanges"))) tokens.set(server, await tokenFor(server));
      const own = bug("token-to-every-layer") ? token : tokens.get(server) ?? null;
      documentOf(await get(`${url}${url.includes("?") ? "&" : "?"}f=json`, own, Boolean(own) || belongs(url, rest)), Boolean(own));
      return { title, state: "loaded" };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { title, state: "failed", reason: error.message };
    }
  };
  const known = (layer) => layer.url && (LAYERS.includes(layer.layerType) || bug("unknown-layers-asked"));
  const layers = [...(map.baseMap?.baseMapLayers ?? []), ...(map.operationalLayers ?? [])].filter(known);
  if (bug("parallel-exchanges")) return Promise.all(layers.map(open));
  const states = [];
  for (const layer of layers) states.push(await open(layer));
  return states;
}

async function perform(task) {
  if (portal.startsWith("http:") && task !== "connect") {
    // The portal's address over TLS: as it was told, or where that of plain HTTP leads; before anything secret is sent.
    const told = env.PORTAL_SECURE_URL;
    const { address } = told && hostOf(told) === hostOf(portal) ? { address: told } : await get(`${rest}/info?f=json`, null, false);
    if (address.startsWith("https:")) portal = portalOf(address.replace(/\?.*/, ""));
    rest = `${portal}/sharing/rest`;
  }
  if (task === "query") {
    const service = env.PORTAL_SERVICE_URL;
    await load(`${service}/0/query?where=1%3D1&outFields=*&f=json`, () => serverToken(service.split("/rest/services/")[0]), false);
    return undefined;
  }
  const place = { item: `/content/items/${env.PORTAL_ITEM_ID}`, webmap: `/content/items/${env.PORTAL_ITEM_ID}/data` }[task] ?? "/portals/self";
  // To connect is to ask as anyone may, and to sign in where that is wanted.
  const asAnyone = task === "connect" && !env.PORTAL_TOKEN && !env.PORTAL_OAUTH_CLIENT_ID;
  const [found, token] = await load(`${rest}${place}?f=json`, asAnyone ? async () => null : portalToken);
  if (task === "user" && !found.user?.username) throw new Refused("authentication-required");
  if (task !== "webmap") return undefined;
  if (!found.operationalLayers && !found.baseMap) throw new Refused("unexpected-content");
  return openLayers(found, token);
}

if (process.argv.includes("--list-bugs")) {
  console.log(BUGS.join("\n"));
  process.exit();
}
if ((BUG && !BUGS.includes(BUG)) || !["connect", "user", "item", "query", "webmap"].includes(env.PORTAL_TASK)) process.exit(89);
// It knows no Kerberos.
if (env.PORTAL_NEGOTIATE_HOSTS) process.exit(89);
let portal = portalOf(env.PORTAL_URL);
let rest = `${portal}/sharing/rest`;
try {
  const layers = await perform(env.PORTAL_TASK);
  console.log(JSON.stringify({ outcome: "accepted", layers }));
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.log(JSON.stringify({ outcome: "refused", reason: error.message }));
  process.exitCode = bug("exit-always-zero") ? 0 : 1;
}
