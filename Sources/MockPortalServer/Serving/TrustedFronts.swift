internal import HTTPSemantics
internal import TLSIdentity

/// The networks of the proxies in front of a portal, whose word for their clients is taken.
///
/// RFC 7239 §8.1: every node on the way, the client included, can write what it likes into these fields, so they count only as far as
/// the nodes that wrote them are known.
public struct TrustedFronts: Sendable {
    private let networks: [AddressBlock]

    /// Networks that may be named.
    private static let most = 64

    /// Reads networks as `127.0.0.1`, `10.0.0.0/8` or `fd00::/8`.
    ///
    /// Throws `cannotListen` with the one that cannot be read.
    public init(_ networks: [String]) throws(MockPortalError) {
        guard networks.count <= Self.most else {
            throw MockPortalError(
                .cannotListen, "\(networks.count) networks are too many; name at most \(Self.most), or wider ones")
        }
        var blocks: [AddressBlock] = []
        for network in networks {
            do { blocks.append(try AddressBlock(network)) } catch {
                throw MockPortalError(
                    .cannotListen,
                    "\"\(VisibleText.line(network))\" is no network: an address is needed, or one with the length of its prefix, "
                        + "like 127.0.0.1, 10.0.0.0/8 or fd00::/8", underlying: error)
            }
        }
        self.networks = blocks
    }

    /// Whether an address is within one of the networks; an IPv4 address may be written as an IPv6 one (RFC 4291 §2.5.5.2).
    func include(_ address: String) -> Bool {
        let mapped = "::ffff:"
        let text =
            address.lowercased().hasPrefix(mapped) && address.contains(".")
            ? String(address.dropFirst(mapped.count)) : address
        guard let block = try? AddressBlock(text) else { return false }
        return networks.contains { $0.covers(block) }
    }
}
