internal import HTTPSemantics

/// Hosts that are connected to at addresses of one's own, whatever their names lead to.
///
/// Everything but the connection stays as it is: `Host` and the server name in TLS are the host's own, and its certificate must be
/// good for its name (curl(1), `--connect-to`).
public struct HostMap: Sendable {
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let host: String
        /// Nil for every port.
        let port: Int?
        let address: Origin
    }

    /// Reads entries of the form `host[:port]=address:port`; the first that fits counts.
    ///
    /// - Throws: `malformedRequest`, with the entry and what to write.
    public init(_ entries: [String]) throws(TransportError) {
        for entry in entries { self.entries.append(try Self.entry(entry)) }
    }

    /// Adds a host: at one port, or at every port where that is nil.
    ///
    /// - Throws: `malformedRequest` where the host or the address can be none.
    public mutating func map(_ host: String, port: Int? = nil, to address: String, port addressPort: Int)
        throws(TransportError)
    {
        func bracketed(_ text: String) -> String {
            text.contains(":") && text.first != "[" ? "[\(text)]" : text
        }
        entries.append(
            try Self.entry("\(bracketed(host))\(port.map { ":\($0)" } ?? "")=\(bracketed(address)):\(addressPort)"))
    }

    /// The entry of an origin's host as libcurl reads it (CURLOPT_CONNECT_TO); nil where there is none.
    func entry(for origin: Origin) -> String? {
        guard let found = entries.first(where: { $0.host == origin.host && ($0.port ?? origin.port) == origin.port })
        else { return nil }
        func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
        // Host and port are left open: the pool's connections lead to this origin alone.
        return "::\(bracketed(found.address.host)):\(found.address.port)"
    }

    private static let form = "host[:port]=address:port, as www.arcgis.com=127.0.0.1:8443"

    private static func entry(_ text: String) throws(TransportError) -> Entry {
        func malformed(_ why: String) -> TransportError {
            TransportError(
                .malformedRequest, url: "", detail: "\"\(VisibleText.line(text))\" \(why): write \(form)")
        }
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw malformed("names no address") }
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"/@?#\\,".utf8.contains($0) }
        guard isPlain else { throw malformed("has more than a host and an address with their ports") }
        let told = hasPort(parts[0])
        guard let host = Origin(ofURL: "https://\(parts[0])"), parts[0].last != ":" else {
            throw malformed("begins with no host")
        }
        guard !parts[1].contains("="), hasPort(parts[1]), let address = Origin(ofURL: "https://\(parts[1])") else {
            throw malformed("ends with no address and port")
        }
        return Entry(host: host.host, port: told ? host.port : nil, address: address)
    }

    private static func hasPort(_ text: Substring) -> Bool {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
        let end = text.utf8.lastIndex(of: UInt8(ascii: "]"))
        return end.map { $0 < colon } ?? true && text.utf8.index(after: colon) < text.utf8.endIndex
    }
}
