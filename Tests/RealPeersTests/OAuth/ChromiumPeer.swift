import FixtureFiles
import JSONValues
import MockPortalServer
import TestFolders
import Testing

/// A headless Chromium that a Python program drives over WebDriver (W3C WebDriver Level 2), with a listener for what comes back.
enum ChromiumPeer {
    /// Runs what a person does in a browser; `width` is that of a phone's screen, nil that of a desk's.
    ///
    /// The program finds the portal's address in `portal`, its arguments in `arguments`, and prints one JSON value.
    static func run(_ program: String, _ fake: FakePortal, width: Int? = nil, _ arguments: [String] = []) async throws
        -> JSONValue
    {
        try await run(program, portal: fake.portal.url, folder: fake.folder.path, width: width, arguments)
    }

    /// The same with a page of one's own; `options` are those of Chromium (chromedriver.chromium.org › Capabilities).
    static func run(
        _ program: String, portal: String = "", folder: String, width: Int? = nil, options: JSONValue = [:],
        _ arguments: [String] = []
    ) async throws -> JSONValue {
        let run = try await ForeignClient.python(
            browser + program, [portal, width.map { "\($0)" } ?? "", folder, options.text()] + arguments)
        try #require(run.code == 0, "\(run.errors)")
        return try JSONValue(parsing: run.output)
    }

    private static let browser = #"""
        import base64, http.server, json, os, queue, subprocess, sys, threading, urllib.error, urllib.parse, urllib.request

        portal, width, folder, more, *arguments = sys.argv[1:]
        came = queue.Queue()

        class Listener(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                if self.path.startswith("/callback"): came.put(self.path)
                body = b"<!DOCTYPE html><title>Back in the app</title>"
                if self.path.startswith("/frame"): body += b"<iframe src='" + page(force_login="true").encode().replace(b"&", b"&amp;") + b"'></iframe>"
                self.send_response(200); self.send_header("Content-Type", "text/html"); self.send_header("Content-Length", str(len(body))); self.end_headers()
                self.wfile.write(body)
            def log_message(self, *words): pass

        listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
        threading.Thread(target=listener.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{listener.server_port}"

        def page(**changes):
            parameters = {"client_id": "mockportal-app", "response_type": "code", "redirect_uri": home + "/callback", "state": "S"} | changes
            return portal + "/sharing/rest/oauth2/authorize?" + urllib.parse.urlencode({k: v for k, v in parameters.items() if v is not None})

        def returned():
            "What the browser brings back to the app."
            return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(came.get(timeout=300)).query, keep_blank_values=True))

        class Browser:
            KEY = "element-6066-11e4-a52e-4f735466cecf"
            def __init__(self):
                for _ in range(5):
                    self.program = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
                    for line in self.program.stdout:
                        if "started successfully on port" in line: break
                    self.base = "http://127.0.0.1:" + "".join(c for c in line.split("port")[-1] if c.isdigit())
                    # The port that it finds free over IPv6 may be taken over IPv4.
                    try: self.call("GET", "/status"); break
                    except urllib.error.URLError: self.program.kill(); self.program.wait()
                options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-proxy-server", f"--user-data-dir={folder}/chromium", "--window-size=1000,800"]}
                more_options = json.loads(more)
                added = more_options.pop("args", [])
                # That no proxy is used overrides every other word about proxies.
                if any("--proxy" in word for word in added): options["args"].remove("--no-proxy-server")
                options["args"] += added
                options |= more_options
                if width: options["mobileEmulation"] = {"deviceMetrics": {"width": int(width), "height": 640, "pixelRatio": 2, "mobile": True}}
                made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
                    # What the portal's certificate is good for is another test's.
                    "acceptInsecureCerts": True, "unhandledPromptBehavior": "ignore", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}})
                self.base += "/session/" + made["sessionId"]
                self.call("POST", "/timeouts", {"script": 300000})
            def call(self, method, path, body=None):
                data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
                asked = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                try: return json.load(opener.open(asked, timeout=330))["value"]
                except urllib.error.HTTPError as error: value = json.load(error)["value"]
                # Who asks again until there is an answer must not do so for a page that never loads: each time takes minutes.
                raise (TimeoutError if "timeout" in value["error"] else RuntimeError)(value["error"] + ": " + value["message"].split("\n")[0] + " at " + path)
            def open(self, url): self.call("POST", "/url", {"url": url})
            def element(self, css): return self.call("POST", "/element", {"using": "css selector", "value": css})[self.KEY]
            def type(self, css, text): self.call("POST", f"/element/{self.element(css)}/value", {"text": text})
            def click(self, css): self.call("POST", f"/element/{self.element(css)}/click")
            def run(self, script): return self.call("POST", "/execute/sync", {"script": script, "args": []})
            @property
            def url(self): return self.call("GET", "/url")
            @property
            def title(self): return self.call("GET", "/title")
            def complaints(self): return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"}) if entry["level"] == "SEVERE" and "favicon" not in entry["message"]]
            def alert(self):
                try: return self.call("GET", "/alert/text")
                except RuntimeError: return None
            def picture(self, name): open(os.path.join(folder, name), "wb").write(base64.b64decode(self.call("GET", "/screenshot")))
            def close(self):
                try: self.call("DELETE", "")
                finally:
                    self.program.terminate(); self.program.wait(); listener.shutdown()

        browser = Browser()
        import atexit
        atexit.register(browser.close)

        """#
}
