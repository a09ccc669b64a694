internal import JSONValues
internal import Platform

/// A blueprint file that changes a preset, from which the program starts.
struct PresetFile {
    let path: String
    private let folder: String

    /// Writes the file; nil where the preset is served as it is.
    init?(
        _ preset: String, _ differences: String, _ transport: PortalProcessTrait.Transport
    ) throws(PortalProcessError) {
        guard transport == .plainHTTP || !differences.isEmpty else { return nil }
        var document: JSONValue = ["preset": .string(preset)]
        if transport == .plainHTTP {
            document = document.changed(by: [
                "http": "serve", "tokens": ["plainHTTP": true, "ssl": false], "info": ["tokenServicesURL": "insecure"],
            ])
        }
        if !differences.isEmpty {
            guard let told = try? JSONValue(parsing: differences), told.object != nil else {
                throw PortalProcessError("the differences from \(preset) are no JSON object: \(differences)")
            }
            document = document.changed(by: told)
        }
        folder = try ProcessFolders.make("mockportal-process")
        path = folder + "/portal.json"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let bytes = document.bytes()
        guard file >= 0, bytes.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == bytes.count else {
            let why = String(cString: strerror(errno))
            ProcessFolders.remove(folder)
            throw PortalProcessError("cannot write \(path): \(why)")
        }
    }

    func remove() { ProcessFolders.remove(folder) }
}

extension JSONValue {
    /// The same object with the members of another one; objects in both are joined, all else is replaced.
    fileprivate func changed(by other: JSONValue) -> JSONValue {
        guard let own = object, let others = other.object else { return other }
        return .object(own.merging(others) { $0.changed(by: $1) })
    }
}
