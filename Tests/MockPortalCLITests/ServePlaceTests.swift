import Testing

/// Where `serve` is told to listen, and by which name, looked at before anything is made.
@Suite struct `Places to listen at` {
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arguments: [String]
        let words: String
    }

    @Test(arguments: [
        Place(
            testDescription: "a name to bind", arguments: ["--host", "nohost.invalid"],
            words: "--host nohost.invalid: an address of this machine is needed"),
        Place(
            testDescription: "nothing to bind", arguments: ["--host", ""],
            words: "--host '': an address of this machine is needed"),
        Place(
            testDescription: "an address with its port", arguments: ["--host", "127.0.0.1:8443"],
            words: "--host 127.0.0.1:8443: an address"),
        Place(
            testDescription: "a URL for a name", arguments: ["--name", "https://gis.example.com"],
            words: "--name https://gis.example.com: a host name is needed"),
        Place(testDescription: "an empty name", arguments: ["--name", ""], words: "--name '': a host name is needed"),
        Place(
            testDescription: "both portal ports", arguments: ["--port", "18443", "--http-port", "18443"],
            words: "--http-port 18443: --port has the same port"),
        Place(
            testDescription: "the port that is usual", arguments: ["--http-port", "8443"],
            words: "--http-port 8443: --port has the same port"),
        Place(
            testDescription: "the control API's port", arguments: ["--port", "18443", "--control-port", "18443"],
            words: "--control-port 18443: --port has the same port"),
        Place(
            testDescription: "the control API's port at every address",
            arguments: ["--port", "0", "--http-port", "18443", "--control-host", "0.0.0.0", "--control-port", "18443"],
            words: "--control-port 18443: --http-port has the same port"),
        Place(
            testDescription: "a port of IPv4 beside that of every address",
            arguments: ["--host", "::", "--port", "18443", "--control-port", "18443"],
            words: "--control-port 18443: --port has the same port"),
        Place(
            testDescription: "every address twice",
            arguments: ["--host", "0.0.0.0", "--port", "18443", "--control-host", "::", "--control-port", "18443"],
            words: "--control-port 18443: --port has the same port"),
        Place(
            testDescription: "the port of the proxy",
            arguments: ["--port", "18443", "--stand-in", "www.arcgis.com", "--proxy-port", "18443"],
            words: "--proxy-port 18443: --port has the same port"),
    ])
    func `that cannot be are wrong usage, with the option that says so`(_ place: Place) async throws {
        let done = try await Mockportal.run(["serve"] + place.arguments)
        #expect(done.code == 64 && done.output.isEmpty, "\(done.output)")
        #expect(done.errors.contains(place.words), "\(done.errors)")
    }

    @Test(arguments: ["--port", "--http-port", "--proxy-port", "--control-port"])
    func `that another process has are told with their option`(_ option: String) async throws {
        let taken = try SilentListener()
        let others = ["--port": [], "--proxy-port": ["--port", "0", "--stand-in", "www.arcgis.com"]]
        let done = try await Mockportal.run(
            ["serve", option, "\(taken.port)"] + (others[option] ?? ["--port", "0"]))
        let words = "mockportal: \(option): port \(taken.port) of 127.0.0.1 is taken by another process; "
        #expect(done.code == 2 && done.errors.contains(words), "\(done.errors)")
    }

    /// The first addresses are for documentation (RFC 5737, RFC 3849): no machine has them, so that nothing is served.
    @Test(arguments: [("192.0.2.1", "127.0.0.1"), ("2001:db8::1", "127.0.0.1"), ("2001:db8::1", "0.0.0.0")])
    func `of one port at two addresses are no mistake`(host: String, controlHost: String) async throws {
        let done = try await Mockportal.run(
            "serve", "--host", host, "--port", "18443", "--control-host", controlHost, "--control-port", "18443")
        #expect(done.code == 2 && done.errors.contains(host), "\(done.errors)")
    }
}
