/// The names of nonces as a client uses them.
///
/// The portal counts those that it hands out. A client that is not ours may ask without credentials once more before it answers,
/// as one does that has asked its user in between, and is given a further one for that (RFC 7616 §3.3): the first that it
/// *uses* is its first. One that the portal never handed out keeps its name.
enum NonceNames {
    /// The same requests, in which `nonce#1` is the first nonce that was used.
    static func byFirstUse(_ requests: [Journal.Request]) -> [Journal.Request] {
        var names: [String: String] = [:]
        return requests.map { request in
            guard let nonce = request.authorization?.nonce, nonce.hasPrefix("nonce#") else { return request }
            let name = names[nonce] ?? "nonce#\(names.count + 1)"
            names[nonce] = name
            var request = request
            request.authorization?.nonce = name
            return request
        }
    }
}
