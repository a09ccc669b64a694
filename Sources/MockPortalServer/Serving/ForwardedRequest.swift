internal import HTTPSemantics

/// What the trusted fronts of a portal tell of a request's client.
struct ForwardedRequest: Equatable {
    /// The origin that the client has asked; nil where no field says so.
    let origin: Origin?
    /// The client's address; nil where it is not told, or hidden (RFC 7239 §6.2, §6.3).
    let client: String?

    typealias Problem = ForwardedElement.Problem

    /// Reads the fields of a request that a trusted front has sent; nil where there is none.
    ///
    /// From the last element on, which the peer itself wrote, each is taken whose writer is trusted: the last one's, and the one
    /// before it where the last one names a trusted address as its own client, and so on. What stands before those was written by
    /// nodes that are not known, and is not looked at (RFC 7239 §8.1). Throws where a field that counts cannot be read, and where
    /// `Forwarded` contradicts the other fields: a front writes one kind and hands the other on as the client sent it.
    init?(
        _ request: borrowing IncomingRequest, trusted: TrustedFronts
    ) throws(Problem) {
        let lines = request.headerValues("Forwarded")
        let standard = lines.isEmpty ? [] : try ForwardedElement.elements(ofForwarded: lines)
        let usual = ForwardedElement.elements(
            clients: request.headerValues("X-Forwarded-For"), hosts: request.headerValues("X-Forwarded-Host"),
            protos: request.headerValues("X-Forwarded-Proto"), ports: request.headerValues("X-Forwarded-Port"))
        guard !standard.isEmpty || !usual.isEmpty else { return nil }
        let (scheme, peer) = (request.listener.origin.scheme, request.peerAddress)
        let host = request.header("Host")
        let told = try standard.isEmpty ? nil : Self(standard, trusted, peer: peer, scheme: scheme, host: host)
        let other = try usual.isEmpty ? nil : Self(usual, trusted, peer: peer, scheme: scheme, host: host)
        if let told, let other, told != other {
            throw Problem(
                words:
                    "Forwarded says \(told), and X-Forwarded-* \(other); have the front write one kind and remove the other"
            )
        }
        guard let found = told ?? other else { return nil }
        self = found
    }

    private init(
        _ elements: [ForwardedElement], _ trusted: TrustedFronts, peer: String, scheme: String, host: String?
    ) throws(Problem) {
        var index = elements.count - 1
        var client: String?
        while true {
            client = try elements[index].client.flatMap(Self.address)
            // A client at the front's own address is no further front: it is a client on the same machine.
            guard let address = client, index > 0, address != peer, trusted.include(address) else { break }
            index -= 1
        }
        self.client = client
        let element = elements[index]
        let isAsked = element.proto != nil || element.host != nil
        origin = isAsked ? try Self.origin(proto: element.proto ?? scheme, host: element.host ?? host ?? "") : nil
        if let port = element.port, Int(digits: port).map({ (1...65535).contains($0) }) != true {
            throw Problem(words: "\(Self.quoted(port)) is no port")
        }
    }

    /// The address of a node (RFC 7239 §6): IPv4, or IPv6 in brackets, with or without a port; the older field has IPv6 bare too.
    static func address(of node: String) throws(Problem) -> String? {
        if node.lowercased() == "unknown" || node.first == "_" && node.dropFirst().utf8.allSatisfy(isHidden) {
            return nil
        }
        var name = node[...]
        var port: Substring?
        if name.first == "[" {
            guard let end = name.firstIndex(of: "]") else { throw unreadable(node) }
            let rest = name[name.index(after: end)...]
            name = name[name.index(after: name.startIndex)..<end]
            guard name.contains(":") else { throw unreadable(node) }
            if !rest.isEmpty {
                guard rest.first == ":" else { throw unreadable(node) }
                port = rest.dropFirst()
            }
        } else if let colon = name.firstIndex(of: ":"), name.lastIndex(of: ":") == colon {
            port = name[name.index(after: colon)...]
            name = name[..<colon]
            // "unknown:47011" is a node with a port (§6.3).
            if name.lowercased() == "unknown" { return nil }
        }
        if let port, port.first != "_", Int(digits: port).map({ (0...65535).contains($0) }) != true {
            throw unreadable(node)
        }
        guard LocalAddresses.isNumeric(String(name)) else { throw unreadable(node) }
        return String(name).lowercased()
    }

    /// RFC 7239 §6.3: ALPHA / DIGIT / "." / "_" / "-"; what may follow is a port.
    private static func isHidden(_ byte: UInt8) -> Bool {
        HeaderField.isTokenByte(byte) && !"!#$%&'*+^`|~".utf8.contains(byte) || byte == UInt8(ascii: ":")
    }

    private static func unreadable(_ node: String) -> Problem {
        Problem(words: "\(quoted(node)) is no address of a client")
    }

    private static func origin(proto: String, host: String) throws(Problem) -> Origin {
        let scheme = proto.lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw Problem(words: "\(quoted(proto)) is neither http nor https")
        }
        // What an authority may have besides host and port is no part of a Host field (RFC 9110 §7.2).
        let isPlain =
            !host.isEmpty && host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"@/?#\\\"<>'".utf8.contains($0) }
        guard isPlain, let origin = Origin(ofURL: "\(scheme)://\(host)") else {
            throw Problem(words: "\(quoted(host)) is no host with or without a port")
        }
        return origin
    }

    private static func quoted(_ text: String) -> String { "\"\(VisibleText.line(String(text.prefix(100))))\"" }
}

extension ForwardedRequest: CustomStringConvertible {
    var description: String {
        [origin.map { "that \($0) was asked" }, client.map { "the client \($0)" } ?? "a client that it does not name"]
            .compactMap { $0 }.joined(separator: " by ")
    }
}
