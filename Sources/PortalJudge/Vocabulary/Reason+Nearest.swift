internal import JSONValues

extension Reason {
    /// The reason that a word outside of the vocabulary was probably meant to be: with its parts cut short, or spelt much alike.
    static func nearest(to word: String) -> Reason? {
        let names = allCases.map(\.rawValue)
        let written = word.lowercased().replacing("_", with: "-").replacing(" ", with: "-")
        guard written.utf8.count <= 100 else { return nil }
        if let whole = whole(of: written.split(separator: "-"), among: names) { return Reason(rawValue: whole) }
        guard let name = NearestName.to(written, among: names), written.count > 3 || name == written else { return nil }
        return Reason(rawValue: name)
    }

    /// The shortest name that has all of the parts, in their order: "cert-expired" is of the server's certificate, though the letters of a
    /// ticket's are nearer.
    private static func whole(of parts: [Substring], among names: [String]) -> String? {
        guard !parts.isEmpty else { return nil }
        return names.filter { name in
            var rest = name.split(separator: "-")[...]
            return parts.allSatisfy { part in
                guard part.count > 2, let place = rest.firstIndex(where: { $0.hasPrefix(part) }) else { return false }
                rest = rest[(place + 1)...]
                return true
            }
        }.min { $0.count < $1.count }
    }
}
