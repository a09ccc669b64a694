internal import JSONValues

extension Reason {
    /// The reason that a word outside of the vocabulary was probably meant to be: spelt much alike, or with its parts cut short.
    static func nearest(to word: String) -> Reason? {
        let names = allCases.map(\.rawValue)
        let written = word.lowercased().replacing("_", with: "-").replacing(" ", with: "-")
        if let name = NearestName.to(written, among: names), written.count > 3 || name == written {
            return Reason(rawValue: name)
        }
        guard written.utf8.count <= 100 else { return nil }
        let parts = written.split(separator: "-")
        // The shortest that has all of the parts, in their order: "cert-expired" is of the server's certificate.
        return names.filter { name in
            var rest = name.split(separator: "-")[...]
            return !parts.isEmpty
                && parts.allSatisfy { part in
                    guard part.count > 2, let place = rest.firstIndex(where: { $0.hasPrefix(part) }) else {
                        return false
                    }
                    rest = rest[(place + 1)...]
                    return true
                }
        }.min { $0.count < $1.count }.flatMap(Reason.init(rawValue:))
    }
}
