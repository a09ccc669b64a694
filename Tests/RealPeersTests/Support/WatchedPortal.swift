import FixtureFiles
import JSONValues
import MockPortalServer
import PortalJudge
import TestFolders

/// A portal with a plain listener, and its control API.
final class WatchedPortal {
    let fake: FakePortal
    let control: ControlServer

    init() throws {
        fake = try FakePortal("token", ["http": "serve"])
        control = try ControlServer.start(
            for: fake.portal, scenario: "token", nonce: "n",
            examine: { portal, _ in
                let isBroken = portal.journal().requests.contains { $0.target.contains("token=") }
                return [
                    "scenario": "token", "verdict": isBroken ? "failed" : "passed", "isBounded": false,
                    "requirements": [
                        [
                            "id": "secrets", "text": "No secret stands in a URL.",
                            "state": isBroken ? "broken" : "met",
                            "findings": isBroken
                                ? [["code": "secret.in-url", "problem": "token#1 stands in a URL"]] : [],
                        ]
                    ],
                ]
            },
            resolve: { name throws(BlueprintError) in try Blueprint.preset(name, fixtures: .embedded) })
    }

    deinit {
        control.stop()
        fake.portal.stop()
    }

    /// Runs what a person does at the page, whose address is `portal`; `secure` asks over TLS, and `sign_in` gives a token of alice.
    func run(_ program: String, width: Int? = nil, options: JSONValue = [:], _ arguments: [String] = [])
        async throws -> JSONValue
    {
        try await ChromiumPeer.run(
            Self.helpers + program, portal: control.url, folder: fake.folder.path, width: width, options: options,
            [fake.portal.httpURL ?? "", fake.portal.url, fake.authority, fake.password()] + arguments)
    }

    /// `ask` sends a request; `wait` goes on once something is true in the page, which is looked at with every frame.
    private static let helpers = #"""
        import ssl
        http, https, authority, password, *arguments = arguments
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority)))
        def secure(path, form=None, headers={}):
            try: return direct.open(urllib.request.Request(https + path, form and urllib.parse.urlencode(form).encode(), headers)).read()
            except urllib.error.HTTPError as error: return error.read()
        def sign_in(): return json.loads(secure("/sharing/rest/generateToken", {"f": "json", "username": "alice", "password": password, "client": "requestip"}))["token"]
        def ask(path, headers={}):
            try: return urllib.request.build_opener(urllib.request.ProxyHandler({})).open(urllib.request.Request(http + path, headers=headers)).read()
            except urllib.error.HTTPError as error: return error.read()
        def later(script): return browser.call("POST", "/execute/async", {"script": "const done = arguments[arguments.length - 1]; " + script, "args": []})
        def wait(condition): return later("const look = () => { let is = null; try { is = " + condition + " } catch {} if (is) done(is); else requestAnimationFrame(look); }; look();")
        def text(css): return browser.run(f"return document.querySelector({json.dumps(css)})?.textContent ?? null")
        def rows(): return browser.run("return [...document.querySelectorAll('#rows > .row')].filter(row => row.getClientRects().length).sort((a, b) => a.ariaPosInSet - b.ariaPosInSet).map(row => row.ariaLabel)")
        def requests(): return [row for row in rows() if row.startswith("request")]

        """#
}
