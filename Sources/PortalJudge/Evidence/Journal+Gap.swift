extension Journal {
    /// What the journal lacks because it is bounded, in words; nil where it is whole.
    ///
    /// Nothing can be judged as passed then: what is missing may hold a secret, or the request that should not have come.
    var gap: String? {
        if dropped > 0 {
            let bytes = droppedBytes.map { " with \($0) bytes" } ?? ""
            return "the journal dropped \(dropped) entries\(bytes)"
        }
        return requests.first { $0.bodyBytesDropped > 0 }.map { request in
            "the journal lacks \(request.bodyBytesDropped) bytes of the body of request \(request.number)"
        }
    }
}
