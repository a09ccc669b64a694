import JSONValues
import MockPortalServer
import Testing

/// What the live page says of what is done there.
@Suite(.chromium, .serialized) struct `Steering at the live page` {
    @Test func `what was done can be read wherever the button is, in words for a person`() async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            browser.open(portal)
            browser.call("POST", "/window/rect", {"width": 1280, "height": 600})
            wait("state && document.getElementById('users').options.length && document.getElementById('recipes').options.length")
            browser.click("#tab-portal")
            seen = {"recipe": browser.run("return document.getElementById('recipes').value")}
            def act(css, said, before=""):
                # In one piece, so that no answer that the page waits for fills its fields in between.
                browser.run(f"document.getElementById('said').textContent = ''; {before}; document.querySelector({json.dumps(css)}).click()")
                wait(f"document.getElementById('said').textContent.startsWith({json.dumps(said)})")
                return text("#said")
            wrong = "document.getElementById('users').replaceChildren(new Option('alcie')); document.querySelector('form[data-act=password]').password.value = 'another'; document.getElementById('portal').scrollTop = 100000"
            seen["far"] = act("form[data-act=password] button", "That did not work", wrong)
            names = ["alice", "b", "c", "d", "e", "f", "g"]
            said = {"error": "action set: faults[0].play: \"alcie\" is none; allowed: " + ", ".join(names) + ". Did you mean alice?", "key": "faults[0].play", "allowed": names, "didYouMean": "alice"}
            seen["long"] = browser.run("return mistake(" + json.dumps(said) + ", 400)")
            seen["visible"] = browser.run("const said = document.getElementById('said').getBoundingClientRect(), panel = document.getElementById('portal').getBoundingClientRect(); return said.top >= panel.top - 1 && said.bottom <= panel.bottom && said.height > 0 && document.getElementById('portal').scrollTop > 50")
            seen["topmost"] = browser.run("const box = document.getElementById('said').getBoundingClientRect(); return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.id")
            browser.run("document.querySelector('form[data-act=advance] input').value = 'soon'")
            seen["soon"] = act("form[data-act=advance] > button", "That did")
            browser.run("document.querySelector('form[data-act=advance] input').value = '1h30m'")
            seen["sum"] = act("form[data-act=advance] > button", "The clock")
            wait("document.getElementById('ahead').textContent === '(1 h 30 min ahead)'")
            browser.run("const f = document.querySelector('form[data-act=fault]'); f.operation.value = ''")
            def choose(play): browser.run(f"const f = document.querySelector('form[data-act=fault]'), option = [...f.play.options].find(option => option.textContent === {json.dumps(play)}); f.play.selectedIndex = option.index; f.play.dispatchEvent(new Event('change'))")
            choose("junk")
            seen["connection"] = browser.run("return document.querySelector('form[data-act=fault]').operation.disabled")
            choose("HTTP 500")
            seen["answer"] = browser.run("return document.querySelector('form[data-act=fault]').operation.disabled")
            browser.run("const f = document.querySelector('form[data-act=fault]'); f.operation.value = 'info'; f.times.value = '2'")
            seen["set"] = act("form[data-act=fault] button[value=set]", "The fault")
            wait("document.getElementById('faults').textContent === 'status 500 at info, 2 times'")
            for left in (1, 0):
                ask("/sharing/rest/info?f=json")
                wait(f"document.getElementById('faults').textContent === 'status 500 at info, 2 times, {left} left'")
            sign_in()
            wait("order.some(entry => entry.data.answer?.issued?.includes('token#1'))")
            browser.run("document.getElementById('tokens').dispatchEvent(new Event('focusin', {bubbles: true})); document.getElementById('tokens').value = 'token#1'")
            seen["first"] = act("form[data-act=tokens] button[value=revoke]", "Revoked: token#1")
            seen["again"] = act("form[data-act=tokens] button[value=expire]", "Token#1")
            seen["nonces"] = browser.run("return document.getElementById(document.getElementById('nonces').getAttribute('aria-describedby')).textContent.includes('stale')")
            print(json.dumps(seen))
            """#)
        #expect(seen["recipe"] == "good", "the certificate that is shown is chosen")
        #expect(seen["visible"] == true && seen["topmost"] == "said", "\(seen)")
        let far = seen["far"]?.string ?? ""
        #expect(far.contains("alcie") && far.contains("Did you mean alice?") && !far.contains("action"), "\(far)")
        #expect(seen["long"] == #""alcie" is none. Did you mean alice?"#)
        let soon = seen["soon"]?.string ?? ""
        #expect(soon.contains("soon") && !soon.contains("body") && !soon.contains("advance:"), "\(soon)")
        #expect(seen["sum"] == "The clock was advanced by 1h30m.")
        #expect(seen["connection"] == true && seen["answer"] == false)
        #expect(seen["again"] == "Token#1 had ended already." && seen["nonces"] == true)
    }

    /// The portal's program ends, or only the sandbox that the page is of.
    @Test(arguments: [false, true])
    func `a page whose portal has ended says so and asks no more`(isSandbox: Bool) async throws {
        let watched = try WatchedPortal()
        let seen = try await watched.run(
            #"""
            import socket
            open_ = urllib.request.build_opener(urllib.request.ProxyHandler({})).open
            control = urllib.parse.urlsplit(portal)
            # What stands between page and portal, and can be taken away.
            door, lines = socket.create_server(("127.0.0.1", 0)), []
            def carry(source, sink):
                try:
                    while data := source.recv(65536): sink.sendall(data)
                except OSError: pass
                for line in (source, sink):
                    try: line.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
            def serve():
                while True:
                    try: near, _ = door.accept()
                    except OSError: return
                    far = socket.create_connection((control.hostname, control.port))
                    lines.extend((near, far))
                    for pair in ((near, far), (far, near)): threading.Thread(target=carry, args=pair, daemon=True).start()
            threading.Thread(target=serve, daemon=True).start()
            if arguments[0] == "true":
                sandbox = json.loads(open_(urllib.request.Request(portal + "/sandboxes", b'{"scenario": "token"}')).read())
                page = sandbox["controlURL"]
            else: page = f"http://127.0.0.1:{door.getsockname()[1]}{control.path}"
            browser.open(page)
            wait("state && document.getElementById('state').dataset.state === 'live'")
            if arguments[0] == "true": open_(urllib.request.Request(portal + "/sandboxes/" + sandbox["id"], method="DELETE")).read()
            else:
                door.shutdown(socket.SHUT_RDWR); door.close()
                for line in lines:
                    try: line.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
            wait("document.getElementById('state').dataset.state === 'ended'")
            browser.run("window.spied = 0; window.fetch = () => { spied += 1; return Promise.reject(new Error('asked')); }; judged = true; verdictIsOld = true; window.seconds = 0; setInterval(() => { seconds += 1; }, 1000)")
            wait("seconds === 3")
            print(json.dumps({"state": text("#state"), "closed": browser.run("return stream.readyState === EventSource.CLOSED"), "asked": browser.run("return spied")}))
            """#, [isSandbox ? "true" : "false"])
        #expect(seen["state"]?.string?.hasPrefix("this portal has ended") == true, "\(seen)")
        #expect(seen["closed"] == true && seen["asked"] == 0)
    }
}
