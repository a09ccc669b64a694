internal import JSONValues
internal import TLSIdentity

/// Digests of which each covers the one before, so that nothing can be changed, left out or moved unnoticed.
///
/// A digest is SHA-256, in lower-case hex, over the digest before it and the canonical JSON (RFC 8785) of the object without
/// its member `digest`; before the first stands the name of the schema and its version, as `mockportal.report 2`. Who
/// reckons all of them anew is not noticed: that takes a signature.
struct DigestSequence {
    /// The digest of what came last.
    private(set) var last: String

    init(schema: String, version: Int) { last = "\(schema) \(version)" }

    /// Adds an object that has no digest, and gives it one.
    mutating func seal(_ object: inout CanonicalObject) {
        last = Digest.sha256Hex(last.utf8 + object.bytes)
        object.set("digest", .string(last))
    }

    /// Adds an object that has a digest, and says whether that is the right one; the chain goes on from the one it has.
    mutating func verify(_ object: JSONValue) -> Bool {
        let stored = object["digest"]?.string
        var content = object
        content["digest"] = nil
        let digest = Digest.sha256Hex(last.utf8 + content.canonicalBytes())
        last = stored ?? digest
        return digest == stored
    }
}
