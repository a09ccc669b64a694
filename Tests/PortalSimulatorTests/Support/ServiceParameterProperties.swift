import FeatureEngine
import FixtureFiles
import HTTPSemantics
import JSONValues
import Platform

@testable import PortalSimulator

/// What holds for every operation of a service, whatever parameters it is given; the fuzzer and the tests ask the same.
///
/// The first line of an input is the path below `rest/services/`, the rest a form.
enum ServiceParameterProperties {
    private static let edits = ["applyEdits", "addFeatures", "updateFeatures", "deleteFeatures", "calculate"]
    /// One portal for all inputs, until something is edited.
    private static let portal = Locked<SiteProbe?>(nil)

    /// The first property that an input breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let path = String(decoding: bytes[..<end], as: UTF8.self)
        let form = bytes[end...].dropFirst()
        guard let probe = portal.withLock({ $0 }) ?? (try? SiteProbe("anonymous")) else { return "no portal" }
        let isEdit = edits.contains { path.contains($0) }
        portal.withLock { $0 = isEdit ? nil : probe }
        if let violation = violation(of: answer(path, Array(form), probe)) { return violation }
        guard isEdit, let layer = path.split(separator: "/").dropLast().last.map({ path.prefix(upTo: $0.endIndex) })
        else {
            return nil
        }
        // What was taken over can be answered, described and counted.
        for form in [
            "where=1=1&f=json", "where=1=1&f=geojson", "where=1=1&returnExtentOnly=true&f=json",
            "outStatistics=[{\"statisticType\":\"stddev\",\"onStatisticField\":\"PRIORITY\"}]&f=json",
        ] {
            if let violation = violation(of: answer("\(layer)/query", Array(form.utf8), probe)) { return violation }
        }
        return nil
    }

    private static func answer(_ path: String, _ form: [UInt8], _ probe: SiteProbe) -> SiteProbe.Outcome {
        SiteProbe.Outcome(
            answer: probe.site.answer(
                IncomingRequest(
                    listener: probe.listener, connection: 1, peerAddress: probe.peer, method: "POST",
                    target: "/server/rest/services/\(path)",
                    headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")], body: form,
                    portalTime: probe.time)))
    }

    private static func violation(of outcome: SiteProbe.Outcome) -> String? {
        guard (100...599).contains(outcome.status) else { return "a status of \(outcome.status)" }
        guard outcome.body.count < 16 << 20 else { return "an answer of \(outcome.body.count) bytes" }
        let type = outcome.header("Content-Type") ?? ""
        if type.hasPrefix("image/png") { return pictureViolation(outcome.body) }
        guard type.hasPrefix("application/json") || type.hasPrefix("application/geo+json") else { return nil }
        guard let json = try? JSONValue(parsing: outcome.body) else { return "an answer that is no JSON text" }
        guard let error = json["error"] else { return nil }
        guard let code = error["code"]?.integer, code != 500 else { return "an error of the portal's own" }
        let message = error["message"]?.string ?? ""
        guard message.hasPrefix("Invalid or missing") || message.hasPrefix("Cannot perform query") else { return nil }
        guard let details = error["details"]?.array?.compactMap(\.string), details.contains(where: { !$0.isEmpty })
        else { return "a refusal that names nothing" }
        return details.reduce(0) { $0 + $1.utf8.count } < 20_000 ? nil : "a refusal that is too long to read"
    }

    /// Whether the bytes begin and end as a PNG does, of a size that is allowed (W3C PNG §5.2, §11.2.1).
    private static func pictureViolation(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count > 45,
            bytes.suffix(8).starts(with: Array("IEND".utf8))
        else { return "a picture that is no PNG" }
        func number(at index: Int) -> Int { bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) } }
        let sides = 1...MapPicture.maximumSize
        return sides.contains(number(at: 16)) && sides.contains(number(at: 20)) ? nil : "a picture of another size"
    }
}
