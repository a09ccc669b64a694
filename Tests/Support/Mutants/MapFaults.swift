internal import JSONValues
internal import Platform
internal import PortalScenarios
internal import PortalTransport

/// Loads every layer that is there anew before one that failed is tried again.
final class ReloadingLayers: WireFault {
    private let known = Locked<(loaded: [HTTPRequest], refused: Set<String>)>(([], []))

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        guard request.path.contains("/rest/services") else { return try await wire.send(request) }
        let again = known.withLock { known in
            known.refused.remove(request.bare) == nil ? [] : known.loaded
        }
        for earlier in again { _ = try await wire.send(earlier) }
        let answer = try await wire.send(request)
        known.withLock { known in
            if answer.envelopeCode != nil {
                known.refused.insert(request.bare)
            } else {
                known.loaded.append(request)
            }
        }
        return answer
    }
}

/// Asks layers by their addresses as they stand in the map, with whatever token stands there.
final class KeepingAddresses: WireFault {
    private let queries = Locked<[String: String]>([:])

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let query = queries.withLock { $0[request.bare] }
        let answer = try await wire.send(query.map { request.adding(query: $0) } ?? request)
        for address in answer.layerAddresses {
            let parts = address.split(separator: "?", maxSplits: 1).map(String.init)
            if parts.count == 2 { queries.withLock { $0[parts[0]] = parts[1] } }
        }
        return answer
    }
}

/// Writes the addresses of a map's layers into the log.
struct PrintingAddresses: WireFault {
    let facts: WireFacts

    func send(_ request: HTTPRequest, over wire: any HTTPTransport) async throws(TransportError) -> HTTPResponse {
        let answer = try await wire.send(request)
        for address in answer.layerAddresses { facts.write("layer \(address)") }
        return answer
    }
}

extension HTTPResponse {
    /// The same with another body.
    func with(_ document: JSONValue) -> HTTPResponse {
        var copy = self
        copy.body = document.bytes()
        return copy
    }

    /// The same with other words in its body.
    func replacing(_ words: String, by others: String) -> HTTPResponse {
        var copy = self
        copy.body = Array(String(decoding: body, as: UTF8.self).replacing(words, with: others).utf8)
        return copy
    }

    /// The addresses of the layers of a web map.
    fileprivate var layerAddresses: [String] {
        (document?["operationalLayers"]?.array ?? []).compactMap { $0["url"]?.string }
    }
}
