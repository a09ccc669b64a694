import JSONValues
import PortalJudge
import ScenarioFormat
import ScenarioReports
import Testing

/// Web maps with clients that are not ours, told step by step.
@Suite struct `Maps of clients that are told steps` {
    private static let remedy: Comment = "needs python3 with requests: apt install python3-requests"

    @Test(.enabled(if: RequestsClient.canRun, remedy))
    func `Python requests opens maps`() async throws {
        let ids = [
            "webmaps/public", "webmaps/private", "webmaps/opened", "webmaps/skipped", "webmaps/secured-layer",
            "webmaps/cancelled", "webmaps/unheard", "webmaps/bing", "webmaps/one-exchange", "webmaps/hostile-layer",
            "webmaps/map-of-today", "federation/exchanged", "federation/exchange-refused",
        ]
        let report = try await RequestsClient.report([], in: ids)
        let told = report.results.filter { $0.verdict.kind != .notApplicable }
        #expect(Set(told.map(\.scenario)) == Set(ids))
        for result in told { #expect(result.verdict.isPass, "\(TextReport.text(of: result, explains: true))") }
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let replaced: String
        let by: String
        let scenario: String
        let code: String
        /// Words of the finding.
        var words = ""
        var verdict = Verdict.Kind.failed
    }

    static let faults = [
        Fault(
            testDescription: "the portal's token at a foreign layer",
            replaced: "self.tokens.get(who)\n            if",
            by: "self.tokens.get(who) or next(iter(self.tokens.values()), None)\n            if",
            scenario: "webmaps/hostile-layer", code: "secret.foreign-origin"),
        Fault(
            testDescription: "the referer at a foreign layer", replaced: "headers[\"Referer\"] = None",
            by: "pass", scenario: "webmaps/hostile-layer", code: "wire.order"),
        Fault(
            testDescription: "overlays that are opened after the basemap has failed",
            replaced: "elif not self.skips[name]:", by: "elif False:", scenario: "webmaps/basemap-fails",
            code: "client", words: "it went on after the layer City had failed, without being told to"),
        Fault(
            testDescription: "layers that are asked for ahead, in one go",
            replaced: "        return self.go_on(name)\n\n",
            by: "        [self.load_layer(layer, self.homes[name]) for layer in self.rest[name]]\n"
                + "        return self.go_on(name)\n\n",
            scenario: "webmaps/basemap-fails", code: "client",
            words: "before it was told what to do about City, which had failed"),
        Fault(
            testDescription: "an opening that goes on after it was cancelled",
            replaced: "            rest.clear()\n",
            by: "            del rest[0]\n            self.go_on(step[\"map\"])\n", scenario: "webmaps/cancelled",
            code: "client", words: "after it was told to open no further"),
        Fault(
            testDescription: "a layer's wrong reason", replaced: "{\"reason\": self.reason} if",
            by: "{\"reason\": \"host-mismatch\"} if", scenario: "webmaps/skipped", code: "events.order"),
        Fault(
            testDescription: "a layer without a reason", replaced: "{\"reason\": self.reason} if", by: "{} if",
            scenario: "webmaps/skipped", code: "events.no-reason", verdict: .passedNonStrictly),
        Fault(
            testDescription: "nothing said of basemaps", replaced: "\"basemap\": self.is_basemap, ", by: "",
            scenario: "webmaps/basemap-fails", code: "", verdict: .passed),
        Fault(
            testDescription: "the wrong basemap", replaced: "\"basemap\": self.is_basemap",
            by: "\"basemap\": not self.is_basemap", scenario: "webmaps/basemap-fails", code: "events.order"),
        Fault(
            testDescription: "another user's token from the document",
            replaced: "parts.path, \"\", \"\")", by: "parts.path, parts.query, \"\")",
            scenario: "webmaps/token-in-address", code: "wire.order"),
        Fault(
            testDescription: "an exchange for each layer", replaced: "elif portal and who not in self.tokens:",
            by: "elif portal:", scenario: "webmaps/one-exchange", code: "wire.unexpected"),
        Fault(
            testDescription: "a layer that was not asked for", replaced: "self.ask(\"GET\", layer.url, {})", by: "pass",
            scenario: "webmaps/opened", code: "wire.missing"),
        Fault(
            testDescription: "a request for a layer of an unknown type",
            replaced: "return self.has_features or", by: "return True or", scenario: "webmaps/unsupported-layer",
            code: "events.order"),
        Fault(
            testDescription: "a layer that fails and counts as loaded",
            replaced: "layer.state, layer.reason = \"failed\", str(reason)", by: "pass", scenario: "webmaps/skipped",
            code: "events.order"),
        Fault(
            testDescription: "a wait for nothing", replaced: "\"isOpening\": False}\n\n    @static",
            by: "\"waiting\": True}\n\n    @static", scenario: "webmaps/opened", code: "client",
            words: "it waits, and its last layer is loaded"),
        Fault(
            testDescription: "no layers in the answer",
            replaced: "return {\"layers\": told, \"viewLayers\": self.titles(view), \"isO",
            by: "return {\"isO", scenario: "webmaps/opened", code: "client", words: "does not say how the layers are"),
        Fault(
            testDescription: "a layer without a state", replaced: "\"state\": self.state, ", by: "",
            scenario: "webmaps/opened", code: "client", words: "a layer is no"),
        Fault(
            testDescription: "a wait though layers are to be skipped", replaced: "step.get(\"failures\") == \"skip\"",
            by: "False", scenario: "webmaps/unheard", code: "client", words: "was told to skip layers that fail"),
    ]

    @Test(.enabled(if: RequestsClient.canRun, remedy), arguments: faults)
    func `a client with one fault is told by what it asks and says of layers`(_ row: Fault) async throws {
        let results = try await RequestsClient.report([(row.replaced, row.by)], in: [row.scenario]).results
        let judged = results.filter { $0.verdict.kind != .notApplicable }
        #expect(!judged.isEmpty)
        for result in judged {
            #expect(result.verdict.kind == row.verdict, "\(TextReport.text(of: result, explains: true))")
            let findings = result.verdict.findings
            #expect(
                row.code.isEmpty || findings.contains { $0.code == row.code && $0.problem.contains(row.words) },
                "\(findings)")
        }
    }
}
