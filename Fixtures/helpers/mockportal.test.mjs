// What mockportal.mjs does, and how it is used: `MOCKPORTAL=<program> node --test Fixtures/helpers/mockportal.test.mjs`.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { inspect, promisify } from "node:util";
import { MockPortalError, SecretSearch, configure, openPortal, stop, withPortal } from "./mockportal.mjs";

const run = promisify(execFile);

/** The client under test: asks for a document of the sharing API. */
function ask(portal, path = "portals/self", { token, form, identity = {}, ...query } = {}) {
  const headers = token === undefined ? {} : { "X-Esri-Authorization": `Bearer ${token}` };
  const url = `${portal.restURL}/${path}?${new URLSearchParams({ f: "json", ...query })}`;
  return new Promise((resolve, reject) => {
    const request = https.request(url, { method: form ? "POST" : "GET", headers, ca: portal.ca, agent: false, ...identity }, (answer) => {
      let text = "";
      answer.on("data", (data) => { text += data; });
      answer.on("end", () => resolve({ status: answer.statusCode, headers: answer.headers, text, json: () => JSON.parse(text) }));
      answer.on("error", reject);
    });
    request.on("error", reject);
    if (form) request.setHeader("Content-Type", "application/x-www-form-urlencoded");
    request.end(form && new URLSearchParams(form).toString());
  });
}

async function signIn(portal, username = "alice") {
  const form = { f: "json", client: "requestip", username, password: portal.users[username].password };
  return (await ask(portal, "generateToken", { form })).json().token;
}

describe("presets", () => {
  test("the default is the preset token", withPortal(async (portal) => {
    assert.equal(portal.scenario, "token");
    assert.ok((await ask(portal)).json().name);
    await portal.assertRequested("portals/self", { method: "GET", times: 1 });
  }));

  test("a preset is named", withPortal("expired", async (portal) => {
    await assert.rejects(ask(portal), { code: "CERT_HAS_EXPIRED" });
    await portal.assertConnected();
    await portal.assertNotRequested();
    await portal.assertNeverSent("password");
    assert.equal((await portal.connections())[0].tls.certificate, "expired");
  }));

  test("differences are an object", withPortal({ tokens: { lifetime: "1m" } }, async (portal) => {
    const token = await signIn(portal);
    assert.equal((await ask(portal, "community/self", { token })).json().username, "alice");
    await portal.clock.advance("61s");
    assert.equal((await ask(portal, "community/self", { token })).json().error.code, 498);
  }));

  test("a client certificate gets in", withPortal("pki", async (portal) => {
    const identity = await portal.identity("alice");
    assert.equal((await ask(portal, "portals/self", { identity })).json().user.username, "alice");
    assert.equal((await ask(portal, "portals/self", { identity: await portal.pkcs12("alice") })).json().user.username, "alice");
    await assert.rejects(portal.assertNeverSent("certificate"), /client certificate alice/);
    await assert.rejects(portal.identity("nobody"), /there is no file nobody/);
  }));

  test("a file describes a portal", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mockportal-"));
    try {
      writeFileSync(join(folder, "own.json"), JSON.stringify({ preset: "token", accounts: { alice: { password: "of-the-file" } } }));
      const portal = await openPortal(join(folder, "own.json"));
      assert.equal(portal.users.alice.password, "of-the-file");
      await portal.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("what is wrong is told with what is right", async () => {
    await assert.rejects(openPortal("tokn"), /did you mean token\?/);
    await assert.rejects(openPortal("token", { token: {} }), /Did you mean tokens\?/);
    assert.throws(() => configure({ arguments: [] }), /comes too late/);
    assert.throws(() => withPortal("token", "expired", () => {}), MockPortalError);
  });
});

describe("steering", () => {
  test("tokens expire, are revoked, and passwords change", withPortal(async (portal) => {
    const [first, second] = [await signIn(portal), await signIn(portal)];
    await portal.expire("token#1");
    assert.equal((await ask(portal, "community/self", { token: first })).json().error.code, 498);
    await portal.revoke();
    assert.equal((await ask(portal, "community/self", { token: second })).json().error.code, 498);
    const old = portal.users.alice.password;
    await portal.setPassword("alice", "another-one");
    assert.equal(portal.users.alice.password, "another-one");
    assert.ok(await signIn(portal));
    await ask(portal, "info", { q: old });
    await assert.rejects(portal.assertNeverSent("password", { outside: "generateToken" }), /request 6: GET info -> 200 in its url/);
    await portal.reset();
    assert.equal(portal.users.alice.password, old);
    assert.deepEqual(await portal.requests(), []);
  }));

  test("certificates and access change, and the portal becomes another", withPortal(async (portal) => {
    await portal.showCertificate("self-signed");
    await assert.rejects(ask(portal), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    await portal.showCertificate("good");
    await portal.setAccess("private");
    assert.equal((await ask(portal)).json().access, "private");
    await portal.change({ anonymousSelf: "refused" });
    assert.equal((await ask(portal)).json().error.code, 499);
    await portal.become("anonymous");
    assert.equal((await ask(portal)).json().access, "public");
    await assert.rejects(portal.act({ advanc: "1m" }), /Did you mean advance\?/);
    await assert.rejects(portal.verdict(), /start it with --judge/);
  }));

  test("faults are played and end", withPortal(async (portal) => {
    await portal.faults.play({ status: 503, retryAfter: 1 }, { operation: "portals/self", times: 1 });
    const busy = await ask(portal);
    assert.deepEqual([busy.status, busy.headers["retry-after"]], [503, "1"]);
    assert.equal((await ask(portal)).status, 200);
    await portal.faults.play("reset", { everyRequest: 1 });
    await assert.rejects(ask(portal), { code: "ECONNRESET" });
    await portal.faults.clear();
    assert.equal((await ask(portal)).status, 200);
    assert.deepEqual((await portal.requests()).map((request) => request.fault), ["status 503", undefined, "reset", undefined]);
  }));

  test("requests are waited for", withPortal(async (portal) => {
    assert.equal(await portal.wait({ operation: "info", timeout: "0s" }), false);
    await ask(portal, "info");
    assert.equal(await portal.wait({ operation: "info" }), true);
    await portal.clearJournal();
    await portal.assertNotRequested();
  }));

  test("a program is given the way to the portal", withPortal(async (portal) => {
    const environment = portal.env({ user: "alice" });
    assert.equal(environment.PORTAL_PASSWORD, portal.users.alice.password);
    const program = "fetch(process.env.PORTAL_URL + '/sharing/rest/info?f=json').then((answer) => process.exit(answer.ok ? 0 : 1))";
    await run(process.execPath, ["-e", program], { env: environment });
    await portal.assertRequested("info");
  }));
});

describe("claims", () => {
  test("they say what was there instead", withPortal(async (portal) => {
    await assert.rejects(portal.assertConnected(), /no client connected/);
    await signIn(portal);
    await portal.assertNeverSent("password", { where: "url" });
    await portal.assertNeverSent("token");
    await assert.rejects(portal.assertNeverSent("password"), /^AssertionError.*: a password was sent: request 1: POST generateToken -> 200 \(token#1\) in its body$/);
    await assert.rejects(portal.assertNotRequested(), /anything was not to be requested, and was 1 times: 1: POST generateToken/);
    await assert.rejects(portal.assertRequested("info", { times: 2 }), /info was to be requested exactly 2 times, and was 0 times; the portal saw:\n(.|\n)*POST generateToken/);
    await assert.rejects(portal.assertNeverSent("password", { where: "query" }), RangeError);
    await ask(portal, "portals/self", { token: "no such token" });
    await assert.rejects(portal.assertNeverSent("token"), /a token was sent: request 2: GET portals\/self \+unknown -> \d+ in its headers/);
    await assert.rejects(portal.assertNeverSent("no such token"), /the text was sent: request 2/);
  }));

  test("a name that is not there is answered with those that are", withPortal(async (portal) => {
    assert.throws(() => portal.users.alicia, /this portal has no user alicia; there are: alice, bob, carol, dana$/);
    assert.throws(() => portal.apiKeys.weather, /there are: none; serve the preset api-key$/);
  }));

  test("what is printed of a portal holds no secret", withPortal("oauth-app", async (portal) => {
    const printed = inspect(portal, { depth: 9 }) + JSON.stringify(portal);
    assert.match(printed, /mockportal-app/);
    for (const secret of [portal.users.alice.password, portal.oauthClients["mockportal-app"].clientSecret, portal.controlURL]) {
      assert.ok(secret.length > 6 && !printed.includes(secret));
    }
    await portal.assertNeverSent("client-secret");
  }));

  test("a secret is found however it is written", () => {
    const secret = 'pa"ss wörd/+%21';
    const bytes = Buffer.from(secret);
    const forms = [
      secret, encodeURIComponent(secret), new URLSearchParams({ q: secret }).toString(), JSON.stringify(secret), bytes.toString("hex").toUpperCase(),
      [...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
      ...[0, 1, 2, 3].map((offset) => Buffer.concat([Buffer.alloc(offset, "x"), bytes, Buffer.from("yz")]).toString("base64")),
      Buffer.concat([Buffer.from("alice:"), bytes]).toString("base64url"), encodeURIComponent(bytes.toString("base64")),
    ];
    for (const form of forms) {
      assert.ok(new SecretSearch(secret).isIn(Buffer.from(`before=1&${form}&after`)), form);
      assert.ok(!new SecretSearch("another secret").isIn(Buffer.from(`before=1&${form}&after`)), form);
    }
    assert.throws(() => new SecretSearch("short"), /fewer than 6 bytes/);
  });
});

describe("processes", () => {
  const helper = JSON.stringify(new URL("mockportal.mjs", import.meta.url).href);

  /** Runs a test file of its own. */
  async function file(text, environment = {}) {
    const folder = mkdtempSync(join(tmpdir(), "mockportal-"));
    try {
      writeFileSync(join(folder, "own.test.mjs"), `import { test } from "node:test";\nimport { withPortal, openPortal, configure } from ${helper};\n${text}`);
      const { NODE_TEST_CONTEXT, ...own } = process.env;
      return await run(process.execPath, ["--test", "--test-reporter=tap", join(folder, "own.test.mjs")], { env: { ...own, ...environment } }).catch((error) => error);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test("a failed test shows the journal of its portal, and no secret", async () => {
    const done = await file(`
      import https from "node:https";
      test("fails", withPortal(async (portal) => {
        await new Promise((resolve) => https.get(portal.restURL + "/info?f=json&q=" + portal.users.alice.password, { ca: portal.ca }, (answer) => answer.resume().on("end", resolve)));
        await portal.assertNeverSent("password");
      }));
      test("passes", withPortal(async (portal) => {}));`);
    assert.match(done.stdout, /# the journal of the portal token:\n.*connection 1 to https:\/\/localhost:\d+: completed, certificate good\n.*request 1: GET info -> 200, on connection 1\n/);
    assert.match(done.stdout, /# pass 1\n# fail 1\n/);
    assert.doesNotMatch(done.stdout, /__mock/);
  });

  test("a program that is not there, or ends, is told of", async () => {
    const absent = await file(`test("it", withPortal(() => {}));`, { MOCKPORTAL: "no-such-program" });
    assert.match(absent.stdout, /no-such-program cannot be started: .*ENOENT; put mockportal in PATH/);
    const ended = await file(`configure({ arguments: ["--nonsense"] }); test("it", withPortal(() => {}));`);
    assert.match(ended.stdout, /mockportal serve ended with exit code 64: .*--nonsense/);
  });

  test("fetch trusts an authority that is kept", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mockportal-"));
    try {
      await run(process.env.MOCKPORTAL ?? "mockportal", ["certs", "--out", folder]);
      const done = await file(
        `configure({ arguments: ["--certs", ${JSON.stringify(folder)}] });
        test("fetches", withPortal(async (portal) => { await (await fetch(portal.restURL + "/info?f=json")).json(); await portal.assertRequested("info"); }));`,
        { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") });
      assert.match(done.stdout, /# pass 1\n# fail 0\n/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("a stopped program is started again, and one that is gone says so", async () => {
    const portal = await openPortal();
    await stop();
    await assert.rejects(portal.requests(), /does not answer GET journal: mockportal serve ended with exit code 0/);
    const again = await openPortal("anonymous");
    assert.ok((await ask(again)).json().name);
    await again.close();
  });
});
