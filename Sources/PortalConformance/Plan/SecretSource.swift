internal import HTTPSemantics
internal import JSONValues
internal import Platform

/// Where a secret of a profile stands: a file that other users cannot read, or a variable of the environment.
package enum SecretSource: Sendable, Hashable {
    case file(String)
    case environment(String)

    /// Reads `{file: …}` or `{env: …}`; a text in its place would be the secret itself and is refused unread.
    init(_ reader: DocumentReader, _ key: String, folder: String) throws(DocumentError) {
        guard reader[key]?.object != nil else {
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: DocumentReader.join(reader.path, key),
                problem: "a secret never stands in the profile; write {file: <path>} or {env: <variable>}")
        }
        guard let place = try reader.object(key, keys: ["file", "env"]) else { throw reader.missing(key) }
        switch (try place.text("file"), try place.text("env")) {
        case (let file?, nil): self = .file(Self.path(file, in: folder))
        case (nil, let variable?): self = .environment(variable)
        default:
            throw DocumentError(
                .wrongType, source: reader.source, keyPath: place.path, problem: "needs either file or env, not both")
        }
    }

    /// The first line of the file, or the variable's value; throws with the key that named it.
    func secret(source: String, keyPath: String) throws(DocumentError) -> Secret<String> {
        let text: String
        switch self {
        case .environment(let variable):
            guard let value = getenv(variable) else {
                throw DocumentError(
                    .unknownValue, source: source, keyPath: keyPath,
                    problem: "the environment has no variable \(variable)")
            }
            text = String(cString: value)
        case .file(let path):
            do { text = try SecretFile.firstLine(path) } catch {
                throw DocumentError(
                    .unknownValue, source: source, keyPath: keyPath, problem: "\(path): \(error.description)")
            }
        }
        guard !text.isEmpty else {
            throw DocumentError(.unknownValue, source: source, keyPath: keyPath, problem: "the secret is empty")
        }
        return Secret(text)
    }

    /// A path as it stands in a profile: relative ones begin at the profile's folder.
    static func path(_ text: String, in folder: String) -> String { text.hasPrefix("/") ? text : "\(folder)/\(text)" }
}

/// Files that a profile names.
enum FileText {
    /// The bytes of a regular file of at most 16 MiB.
    static func bytes(_ path: String, source: String, keyPath: String) throws(DocumentError) -> [UInt8] {
        func failure(_ problem: String) -> DocumentError {
            // The profile itself is named by its error.
            DocumentError(
                .unknownValue, source: source, keyPath: keyPath,
                problem: path == source ? problem : "\(path): \(problem)")
        }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw failure("is no file") }
        guard facts.st_size <= 16 << 20 else { throw failure("is larger than 16 MiB") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(String(cString: strerror(errno))) }
            bytes += buffer[..<count]
        }
    }
}
