import HTTPSemantics
import JSONValues
import Platform
import PortalAuthentication
import PortalClient
import PortalTransport
import PretendPortals
import Testing

/// Writes down what it hears, and answers failures as it is told.
private final class Ear: LegacyWebMapDelegate {
    let heard = Locked<[String]>([])
    private let answers: Locked<[@Sendable (LegacyWebMap) -> Void]>
    private let key: Secret<String>?
    private let thinking: @Sendable () async -> Void

    init(
        _ answers: [@Sendable (LegacyWebMap) -> Void] = [], key: Secret<String>? = nil,
        thinking: @escaping @Sendable () async -> Void = {}
    ) {
        self.answers = Locked(answers)
        self.key = key
        self.thinking = thinking
    }

    var words: [String] { heard.withLock { $0 } }
    private func note(_ word: String) { heard.withLock { $0.append(word) } }

    func webMapDidLoad(_ webMap: LegacyWebMap) async {
        await thinking()
        note("load")
    }
    func webMap(_ webMap: LegacyWebMap, didFailToLoad error: PortalError) async { note("fail \(error.code)") }
    func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async { note("open") }
    func webMap(_ webMap: LegacyWebMap, didLoadLayer layer: MapLayer) async { note("loaded \(layer.id)") }
    func bingAppID(for webMap: LegacyWebMap) async -> Secret<String>? {
        note("key?")
        return key
    }
    func webMap(_ webMap: LegacyWebMap, didSwitchBasemapOn map: MapDocument) async { note("switched") }
    func webMap(_ webMap: LegacyWebMap, didFetch popups: [Popup], in extent: Envelope) async {
        note("popups " + popups.map(\.title).joined(separator: ","))
    }
    func webMap(_ webMap: LegacyWebMap, didFinishFetchingPopupsIn extent: Envelope) async {
        note("finished \(Int(extent.xmin))")
    }
    func webMap(
        _ webMap: LegacyWebMap, didFailToLoadLayer layer: MapLayer, isBaseLayer: Bool, isFederated: Bool,
        error: PortalError
    ) async {
        note("failed \(layer.id) \(isBaseLayer) \(isFederated) \(error.code)")
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        answer?(webMap)
    }
}

/// Leaves out the callback for failures.
private final class DeafEar: LegacyWebMapDelegate {
    let heard = Locked<[String]>([])
    func webMap(_ webMap: LegacyWebMap, didOpenInto map: MapDocument) async { heard.withLock { $0.append("open") } }
}

struct `Older web maps` {
    private func webMap(_ stage: Stage, _ ear: some LegacyWebMapDelegate) -> LegacyWebMap {
        LegacyWebMap(
            itemID: PretendMaps.item, sharingEndpoint: "\(Traffic.portal)/sharing", delegate: ear,
            in: stage.environment)
    }

    @Test func `load when they are made, and open with a pause after each failure`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic"), PretendMaps.layer("BrokenB")]).stage(policy: {
            $0.retry.maxTries = 1
        })
        let alice = LegacyCredential(user: "alice", password: Secret(Stage.password))
        let ear = Ear([
            { $0.continueOpen(with: alice) }, { $0.continueOpenAndSkipCurrentLayer() },
        ])
        let webMap = webMap(stage, ear)
        let map = MapDocument()
        webMap.open(into: map)
        await stage.eventually { ear.words.last == "open" }
        #expect(
            ear.words == [
                "load", "loaded base", "failed Traffic false false tokenRequired", "loaded Traffic",
                "failed BrokenB false false http", "open",
            ])
        #expect(map.layers.map(\.id) == ["base", "Traffic"] && webMap.isLoaded && !webMap.isOpening)
    }

    @Test func `say that they are loaded before anything of their opening`() async throws {
        let stage = PretendMaps(layers: []).stage()
        let ear = Ear(thinking: { for _ in 0..<10_000 { await Task.yield() } })
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.eventually { ear.words.last == "open" }
        #expect(ear.words == ["load", "loaded base", "open"])
    }

    @Test func `tell that their data cannot be had`() async throws {
        let maps = PretendMaps(layers: [])
        maps.isPrivate.withLock { $0 = true }
        let stage = maps.stage()
        stage.handle { _ in .cancel }
        let ear = Ear()
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.eventually { !ear.words.isEmpty }
        #expect(ear.words == ["fail authenticationRequired"] && stage.challenges.isEmpty)
        #expect(webMap.error?.isAuthenticationError == true)
        let nowhere = Ear()
        let none = LegacyWebMap(
            itemID: "x", sharingEndpoint: "ftp://h.test", delegate: nowhere, in: stage.environment)
        await stage.eventually { !nowhere.words.isEmpty }
        #expect(nowhere.words == ["fail invalidArgument"] && none.webMap == nil)
    }

    @Test func `hear with a delegate that is set after they were made`() async throws {
        let door = Latch()
        let stage = PretendMaps(layers: []).stage { _ in
            await door.wait()
            return nil
        }
        let ear = Ear()
        let webMap = LegacyWebMap(
            itemID: PretendMaps.item, sharingEndpoint: "\(Traffic.portal)/sharing", in: stage.environment)
        webMap.delegate = ear
        door.open()
        await stage.eventually { ear.words == ["load"] }
        #expect(webMap.isLoaded && webMap.delegate === ear && webMap.json?["baseMap"] != nil)
    }

    @Test func `that are dropped end their request and call no delegate`() async throws {
        let ended = Latch()
        let stage = PretendMaps(layers: []).stage { _ in
            await Latch().wait()
            if Task.isCancelled { ended.open() }
            return nil
        }
        let ear = Ear()
        var webMap: LegacyWebMap? = self.webMap(stage, ear)
        await stage.transport.waitForRequests(1)
        weak let watched = webMap
        webMap = nil
        await ended.wait()
        #expect(watched == nil && ear.words.isEmpty)
        _ = webMap
    }

    @Test func `refuse an id that is none without a request`() async throws {
        let stage = PretendMaps(layers: []).stage()
        let ear = Ear()
        let webMap = LegacyWebMap(
            itemID: "../self", sharingEndpoint: Traffic.portal, delegate: ear, in: stage.environment)
        await stage.eventually { !ear.words.isEmpty }
        #expect(ear.words == ["fail invalidArgument"] && webMap.webMap == nil && stage.transport.sent.isEmpty)
    }

    @Test func `skip what fails where no delegate handles it, and say so`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic")]).stage()
        let ear = DeafEar()
        let webMap = webMap(stage, ear)
        let map = MapDocument()
        webMap.open(into: map)
        await stage.eventually { !ear.heard.withLock { $0.isEmpty } }
        #expect(map.layers.map(\.id) == ["base"])
        #expect(stage.recorded.contains(.layerSkipped(id: "Traffic", .tokenRequired)))
    }

    @Test func `are cancelled while they wait, without another word`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("Traffic"), PretendMaps.layer("OpenB")]).stage()
        let ear = Ear([{ $0.cancelOpen() }])
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.eventually { ear.words.count >= 3 && !webMap.isOpening }
        #expect(ear.words.last == "failed Traffic false false tokenRequired" && ear.words.count == 3)
        #expect(!stage.steps.contains { $0.hasPrefix("OpenB/") })
    }

    @Test func `ask for the key of Bing Maps once`() async throws {
        let stage = PretendMaps(base: [["id": "bing", "type": "BingMapsAerial"]], layers: []).stage()
        let ear = Ear(key: Secret("k"))
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.eventually { ear.words.last == "open" }
        #expect(ear.words == ["load", "key?", "loaded bing", "open"])
    }

    @Test func `switch the basemap and say so once`() async throws {
        let door = Latch()
        let stage = PretendMaps(layers: []).stage { sent in
            if sent.path.hasSuffix("/data") { await door.wait() }
            return nil
        }
        let ear = Ear()
        let webMap = webMap(stage, ear)
        let map = MapDocument()
        webMap.switchBasemap(on: map)
        webMap.switchBasemap(on: map)
        door.open()
        await stage.eventually { ear.words.contains("switched") && !webMap.isSwitchingBasemap }
        #expect(ear.words.filter { $0 == "switched" }.count == 1 && map.basemapLayers.map(\.id) == ["base"])
    }

    @Test func `tell one failure at a time of an opening and a change of the basemap, and hear one answer for each`()
        async throws
    {
        let stage = PretendMaps(base: [PretendMaps.layer("Traffic")], layers: []).stage()
        let alice = LegacyCredential(user: "alice", password: Secret(Stage.password))
        let ear = Ear([{ _ in }, { $0.continueOpenAndSkipCurrentLayer() }])
        let webMap = webMap(stage, ear)
        let (opened, switched) = (MapDocument(), MapDocument())
        webMap.open(into: opened)
        await stage.eventually { ear.words.count == 2 }
        webMap.switchBasemap(on: switched)
        await stage.eventually { stage.steps.filter { $0.hasPrefix("Traffic/") }.count == 2 }
        // An answer joins an attempt that is still under way, so the second one has to end first.
        await stage.eventually { webMap.webMap?.basemapLayers.first?.loadStatus == .failed }
        for _ in 0..<10_000 { await Task.yield() }
        let failed = "failed Traffic true false tokenRequired"
        #expect(ear.words == ["load", failed])
        webMap.continueOpen(with: alice)
        await stage.eventually { ear.words.contains("open") && ear.words.contains("switched") }
        #expect(ear.words.filter { $0 == failed }.count == 2 && ear.words.count == 6)
        #expect(opened.basemapLayers.map(\.id) == ["Traffic"] && switched.basemapLayers.isEmpty)
    }

    @Test func `go on with what waits where another opening ends the one that was told`() async throws {
        let stage = PretendMaps(base: [PretendMaps.layer("Traffic")], layers: []).stage()
        let ear = Ear([{ _ in }, { $0.continueOpenAndSkipCurrentLayer() }])
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.eventually { ear.words.count == 2 }
        webMap.switchBasemap(on: MapDocument())
        await stage.eventually { stage.steps.filter { $0.hasPrefix("Traffic/") }.count == 2 }
        for _ in 0..<10_000 { await Task.yield() }
        webMap.webMap?.cancelOpening()
        await stage.eventually { ear.words.last == "switched" }
        #expect(ear.words.count == 4 && !webMap.isOpening)
    }

    @Test func `drop an answer that comes once the failure of another layer is told`() async throws {
        let stage = PretendMaps(layers: [PretendMaps.layer("BrokenA"), PretendMaps.layer("BrokenB")]).stage(policy: {
            $0.retry.maxTries = 1
        })
        let ear = Ear([{ $0.continueOpenAndSkipCurrentLayer() }])
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        let told = "failed BrokenB false false http"
        await stage.eventually { ear.words.last == told }
        let (first, second) = (webMap.operationalLayers[0], webMap.operationalLayers[1])
        webMap.continueOpenAndSkip(first)
        webMap.continueOpen(with: nil, for: first)
        for _ in 0..<10_000 { await Task.yield() }
        #expect(ear.words.last == told && webMap.isOpening)
        webMap.continueOpenAndSkip(second)
        await stage.eventually { ear.words.last == "open" }
    }

    @Test func `open nothing where that is cancelled while they load`() async throws {
        let door = Latch()
        let stage = PretendMaps(layers: []).stage { sent in
            if sent.path.hasSuffix("/data") { await door.wait() }
            return nil
        }
        let ear = Ear()
        let webMap = webMap(stage, ear)
        webMap.open(into: MapDocument())
        await stage.transport.waitForRequests(1)
        webMap.cancelOpen()
        door.open()
        await stage.eventually { ear.words == ["load"] }
        for _ in 0..<10_000 { await Task.yield() }
        #expect(ear.words == ["load"] && stage.steps == ["data"])
    }

    @Test func `show no token that stands in their document where they are printed`() async throws {
        var layer = PretendMaps.layer("OpenA")
        layer["url"] = "https://h.test/server/rest/services/OpenA/FeatureServer/0?token=s3cr3t"
        let stage = PretendMaps(layers: [layer]).stage()
        let ear = Ear()
        let webMap = webMap(stage, ear)
        let map = MapDocument()
        webMap.open(into: map)
        await stage.eventually { ear.words.last == "open" }
        var texts = ""
        dump(webMap, to: &texts, maxDepth: 12)
        dump(map, to: &texts, maxDepth: 12)
        for layer in map.layers {
            texts += "\(layer) \(String(reflecting: layer)) \(layer.service?.url.description ?? "")"
        }
        #expect(texts.contains("OpenA") && !texts.contains("s3cr3t"))
        #expect(webMap.operationalLayers[0].rawJSON["url"]?.string?.hasSuffix("s3cr3t") == true)
        #expect(!stage.transport.lines.contains { $0.contains("s3cr3t") })
    }

    private func mapWithPopups() -> PretendMaps {
        var layer = PretendMaps.layer("OpenA")
        layer["popupInfo"] = ["title": "{NAME}!"]
        return PretendMaps(layers: [layer, PretendMaps.layer("OpenPlain")])
    }

    @Test func `fetch popups of an opened map only, and the last call wins`() async throws {
        let door = Latch()
        let stage = mapWithPopups().stage { sent in
            guard sent.path.hasSuffix("/query") else { return nil }
            if sent.query.contains("%22xmin%22%3A1%2C") { await door.wait() }
            return .json(["features": [["attributes": ["name": "Elm"], "geometry": ["x": 1, "y": 1]]]])
        }
        let ear = Ear()
        let webMap = webMap(stage, ear)
        let box = Envelope(xmin: 1, ymin: 0, xmax: 9, ymax: 9, spatialReference: .webMercator)
        await stage.eventually { ear.words == ["load"] }
        #expect(!webMap.hasPopupsDefined && !webMap.fetchPopups(in: box))
        webMap.open(into: MapDocument())
        await stage.eventually { ear.words.last == "open" }
        #expect(webMap.hasPopupsDefined && webMap.fetchPopups(in: box))
        await stage.eventually { stage.transport.sent.contains { $0.path.hasSuffix("/query") } }
        #expect(
            webMap.fetchPopups(
                in: Envelope(xmin: 2, ymin: 0, xmax: 9, ymax: 9, spatialReference: .webMercator)))
        await stage.eventually { ear.words.last == "finished 2" }
        door.open()
        #expect(ear.words.suffix(2) == ["popups Elm!", "finished 2"] && !ear.words.contains("finished 1"))
        #expect(!stage.steps.contains { $0.hasPrefix("OpenPlain") && $0.contains("query") })
    }
}
