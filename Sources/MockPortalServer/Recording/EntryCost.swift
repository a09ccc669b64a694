internal import PortalJudge

/// What an entry of a journal takes of the memory, close to what the allocator hands out.
enum EntryCost {
    /// An object of Swift with its header, rounded up as allocators do.
    static func allocation(_ bytes: Int) -> Int { bytes == 0 ? 0 : (bytes + 16 + 15) & ~15 }

    /// A text beyond the fifteen bytes that a `String` holds in place, with the header of its storage.
    static func text(_ text: String?) -> Int {
        guard let count = text?.utf8.count, count > 15 else { return 0 }
        return allocation(32 + count)
    }

    /// The storage of an array.
    static func array<Element>(_ array: [Element]) -> Int {
        array.capacity == 0 ? 0 : allocation(32 + array.capacity * MemoryLayout<Element>.stride)
    }

    static func texts(_ texts: [String]) -> Int { texts.reduce(array(texts)) { $0 + text($1) } }
}

extension RequestRecord {
    /// The memory that this entry holds now.
    var currentCost: Int {
        // The object itself, its place in the queue, and the head's and the body's storage.
        var cost = EntryCost.allocation(Self.instanceBytes) + 16 + EntryCost.array(head.bytes) + EntryCost.array(body)
        cost += EntryCost.text(operation) + EntryCost.text(fault) + EntryCost.text(parserError) + EntryCost.text(user)
        cost += presented.reduce(EntryCost.array(presented)) { $0 + EntryCost.text($1.alias) }
        cost += decisions.reduce(EntryCost.array(decisions)) {
            $0 + EntryCost.text($1.gate) + EntryCost.text($1.reason)
        }
        if let answer {
            cost += EntryCost.text(answer.issued) + EntryCost.texts(answer.alsoIssued ?? [])
            cost += EntryCost.texts(answer.challenges ?? []) + EntryCost.text(answer.nonce)
            cost += EntryCost.text(answer.retryAfter)
        }
        if let web = webTier {
            cost += EntryCost.texts(web.challenges ?? []) + EntryCost.text(web.nonce)
            if let sent = web.authorization {
                cost += EntryCost.text(sent.scheme) + EntryCost.text(sent.username) + EntryCost.text(sent.realm)
                cost += EntryCost.text(sent.nonce) + EntryCost.text(sent.cnonce) + EntryCost.text(sent.algorithm)
                if let windows = sent.windows {
                    cost += EntryCost.text(windows.message) + EntryCost.text(windows.mechanism)
                    cost += EntryCost.text(windows.response) + EntryCost.text(windows.domain)
                }
            }
        }
        if let grant {
            cost += EntryCost.text(grant.type) + EntryCost.text(grant.client) + EntryCost.text(grant.presented)
        }
        return cost
    }

    /// Bytes of the object without what it refers to.
    private static var instanceBytes: Int {
        160 + MemoryLayout<WebTierNotes?>.size + MemoryLayout<Journal.Answer?>.size + MemoryLayout<Journal.Grant?>.size
    }
}

extension ConnectionRecord {
    /// The memory that this entry holds now.
    var currentCost: Int {
        var cost = EntryCost.allocation(112 + MemoryLayout<Journal.Handshake?>.size + MemoryLayout<Journal.End?>.size)
        // Its places in the queue and in the table of those that are kept.
        cost += 16 + 32 + EntryCost.text(peer) + EntryCost.text(fault)
        guard let tls = handshake else { return cost }
        cost += EntryCost.text(tls.serverName) + EntryCost.texts(tls.offeredVersions) + EntryCost.texts(tls.alpn)
        cost += EntryCost.text(tls.certificate) + EntryCost.text(tls.fingerprint) + EntryCost.text(tls.version)
        cost += EntryCost.text(tls.clientCertificate) + EntryCost.text(tls.identity)
        cost += EntryCost.text(tls.identityVerdict) + EntryCost.texts(tls.acceptableIssuers ?? [])
        cost += EntryCost.text(tls.alert?.name) + EntryCost.text(tls.alert?.sentBy)
        return cost
    }
}
