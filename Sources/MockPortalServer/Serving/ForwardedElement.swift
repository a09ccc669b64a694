internal import HTTPSemantics
internal import Platform

/// What one proxy tells of the request that it has received (RFC 7239 §4, §5).
struct ForwardedElement: Equatable {
    /// `for`: who has sent it.
    var client: String?
    var host: String?
    var proto: String?
    /// What `X-Forwarded-Port` says, whether or not it counts.
    var port: String?

    /// What cannot be read, in words without the value's controls.
    struct Problem: Error, Equatable {
        let words: String
    }

    /// Reads the lines of a `Forwarded` field: the elements, first to last.
    ///
    /// Each line is read by itself, so that what one node leaves open does not swallow what the next one adds. Only the last `limit`
    /// elements are given: those before them were written by nodes that are not known.
    static func elements(ofForwarded lines: [String], limit: Int = 64) throws(Problem) -> [ForwardedElement] {
        var all: [ForwardedElement] = []
        for line in lines {
            var reader = ForwardedReader(line)
            all += try reader.elements()
        }
        return Array(all.suffix(limit))
    }

    /// Reads the fields that proxies send in its place (httpd.apache.org, mod_proxy: "Reverse Proxy Request Headers").
    ///
    /// The list of clients grows by one with each node. The others have as many elements, or one that a node has set alone. A port is
    /// part of an address only beside a host without one.
    static func elements(
        clients: [String], hosts: [String], protos: [String], ports: [String], limit: Int = 64
    ) -> [ForwardedElement] {
        let clients = list(clients).suffix(limit)
        let hosts = list(hosts).suffix(limit)
        let protos = list(protos).suffix(limit)
        let ports = list(ports).suffix(limit)
        let count = max(clients.count, max(hosts.count, max(protos.count, ports.count)))
        guard count > 0 else { return [] }
        return (0..<count).map { index in
            let depth = count - 1 - index
            func element(_ list: ArraySlice<String>) -> String? {
                guard !list.isEmpty else { return nil }
                // A node that sets a field alone speaks for those before it, too.
                return list[max(list.startIndex, list.endIndex - 1 - depth)]
            }
            let isTold = depth < clients.count
            var host = element(hosts)
            let port = element(ports)
            if let port, let told = host, !hasPort(told) { host = "\(told):\(port)" }
            return ForwardedElement(
                client: isTold ? element(clients) : nil, host: host, proto: element(protos), port: port)
        }
    }

    /// The elements of comma-separated lines (RFC 9110 §5.6.1); empty ones do not count.
    private static func list(_ lines: [String]) -> [String] {
        lines.flatMap { line in
            line.split(separator: ",").map { String(Substring($0.utf8.trimmingOptionalWhitespace())) }
        }.filter { !$0.isEmpty }
    }

    /// Whether a host is followed by a port.
    static func hasPort(_ host: String) -> Bool {
        let rest = host.lastIndex(of: "]").map { host[$0...] } ?? host[...]
        return rest.contains(":")
    }
}

/// Reads a line of `Forwarded` byte by byte.
struct ForwardedReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ line: String) { bytes = Array(line.utf8) }

    /// The elements: pairs between semicolons, elements between commas.
    mutating func elements() throws(ForwardedElement.Problem) -> [ForwardedElement] {
        var found: [ForwardedElement] = []
        var element = ForwardedElement()
        var isEmpty = true
        var names: Set<String> = []
        while true {
            skipBlanks()
            guard let byte = peek() else { break }
            switch byte {
            case UInt8(ascii: ","):
                index += 1
                if !isEmpty { found.append(element) }
                (element, isEmpty, names) = (ForwardedElement(), true, [])
            case UInt8(ascii: ";"): index += 1
            default:
                let (name, value) = try pair()
                // §4: each parameter must not occur more than once per element.
                guard names.insert(name).inserted else {
                    throw ForwardedElement.Problem(words: "Forwarded has \(name) twice in one element")
                }
                isEmpty = false
                switch name {
                case "for": element.client = value
                case "host": element.host = value
                case "proto": element.proto = value
                // `by`, and what is registered later (§5.5)
                default: break
                }
                skipBlanks()
                if let next = peek(), next != UInt8(ascii: ","), next != UInt8(ascii: ";") {
                    throw ForwardedElement.Problem(words: "Forwarded has something behind the value of \(name)")
                }
            }
        }
        if !isEmpty { found.append(element) }
        return found
    }

    private mutating func pair() throws(ForwardedElement.Problem) -> (name: String, value: String) {
        let name = token().lowercased()
        guard !name.isEmpty, peek() == UInt8(ascii: "=") else {
            throw ForwardedElement.Problem(words: "Forwarded has a parameter without name or value")
        }
        index += 1
        guard peek() == UInt8(ascii: "\"") else {
            let value = token()
            guard !value.isEmpty else {
                throw ForwardedElement.Problem(words: "Forwarded has no value for \(name)")
            }
            return (name, value)
        }
        index += 1
        var value: [UInt8] = []
        while let byte = peek() {
            index += 1
            // Without their backslashes marks may follow one another that did not in the field.
            if byte == UInt8(ascii: "\"") {
                return (name, String(decoding: value, as: UTF8.self).withoutLongMarkRuns)
            }
            guard byte == UInt8(ascii: "\\") else {
                value.append(byte)
                continue
            }
            guard let escaped = peek() else { break }
            index += 1
            value.append(escaped)
        }
        throw ForwardedElement.Problem(words: "Forwarded has a quoted text of \(name) without an end")
    }

    private mutating func token() -> String {
        let start = index
        while let byte = peek(), HeaderField.isTokenByte(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private mutating func skipBlanks() { while let byte = peek(), byte.isOptionalWhitespace { index += 1 } }

    private func peek() -> UInt8? { index < bytes.count ? bytes[index] : nil }
}
