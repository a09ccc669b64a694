internal import JSONValues

extension DocumentReader {
    /// The whole numbers of a list, as ids of features; empty where the key is absent.
    func wholeNumbers(_ key: String) throws(DocumentError) -> [Int64] {
        var numbers: [Int64] = []
        for (index, value) in try list(key).enumerated() {
            guard let number = value.integer else {
                throw DocumentError(
                    .wrongType, source: source, keyPath: "\(DocumentReader.join(path, key))[\(index)]",
                    problem: "\(Self.shown(value)) is not a whole number")
            }
            numbers.append(number)
        }
        return numbers
    }
}
