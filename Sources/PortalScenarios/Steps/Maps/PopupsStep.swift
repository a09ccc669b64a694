internal import JSONValues
internal import Platform
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

/// Fetches what the layers of a map show within an extent.
struct PopupsStep: ScenarioStep {
    static let names = ["popups"]

    private let name: String
    /// xmin, ymin, xmax, ymax in the map's spatial reference.
    private let extent: [Double]
    /// How often it is asked for at once.
    private let times: Int

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["map", "extent", "times"])
        extent = try reader.list("extent").compactMap { value -> Double? in
            if case .number(let number) = value { number } else { value.integer.map(Double.init) }
        }
        guard extent.count == 4 else { throw reader.wrongType("extent", "four numbers: xmin, ymin, xmax, ymax") }
        name = try reader.mapName()
        times = try reader.number("times", in: 1...10) ?? 1
    }

    func message(_ writer: MessageWriter) -> StepMessage? {
        var message = StepMessage(
            .popups, ["map": .string(name), "extent": .array(extent.map { .number($0) })],
            meaning: AnswerMeaning(hasOutcome: true, map: name, events: Self.events))
        if times > 1 { message["times"] = .integer(Int64(times)) }
        return message
    }

    /// A layer's popups come as they are found; a map that was not opened has none.
    @Sendable private static func events(_ answer: StepAnswer) -> [String] {
        if answer.isWithoutOutcome { return [] }
        guard answer.outcome == .accepted else { return answer.outcome == nil ? [] : ["noPopups"] }
        let titles = (answer.value["fetched"]?.array ?? []).compactMap(\.string)
        return titles.map { EventName.normal("popups(\($0))") } + ["popupsFetched"]
    }

    func perform(with driver: BuiltInDriver) async {
        guard let handle = driver.map(name), let map = handle.webMap else { return }
        let extent = Envelope(
            xmin: extent[0], ymin: extent[1], xmax: extent[2], ymax: extent[3], spatialReference: map.spatialReference)
        if driver.options.behavior.maps.opensForPopups, !map.hasPopupsDefined {
            try? await map.open(into: MapDocument(), using: OpeningPolicy())
        }
        guard let turn = enter(driver) else { return }
        defer { driver.state.withLock { $0.maps.fetches[name]?.underWay -= 1 } }
        switch handle.interface {
        case .legacy(let legacy, let watcher):
            watcher.begin("popups")
            watcher.popups.withLock { $0 = [] }
            var began = false
            for _ in 0..<times { began = legacy.fetchPopups(in: extent) }
            guard began else { return driver.log.note("noPopups") }
            await watcher.wait(for: "popups")
        case .modern, .whole:
            var last: AsyncStream<FetchedPopups>?
            for _ in 0..<times { last = map.fetchPopups(in: extent) }
            handle.popups.withLock { $0 = [] }
            guard let last else { return driver.log.note("noPopups") }
            for await fetched in last where !fetched.popups.isEmpty {
                handle.popups.withLock { $0 += fetched.popups }
                driver.log.note("popups(\(fetched.layer.title))")
            }
            // As with the older interface: what ends a fetch is no news to the app, which began the next one itself.
            guard driver.state.withLock({ $0.maps.fetches[name]?.turn == turn }) else { return }
            driver.log.note("popupsFetched")
        }
    }

    /// Notes that popups are being fetched from now on; nil where the app does not begin.
    private func enter(_ driver: BuiltInDriver) -> Int? {
        let beginsAgain = driver.options.behavior.maps.beginsAgain
        return driver.state.withLock { state in
            let last = state.maps.fetches[name] ?? (turn: 0, underWay: 0)
            if last.underWay > 0, !beginsAgain { return nil }
            state.maps.fetches[name] = (last.turn + 1, last.underWay + 1)
            return last.turn + 1
        }
    }
}
