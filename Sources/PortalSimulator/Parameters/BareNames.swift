/// Geometries whose members' names stand without quotation marks, as `{x: -104, y: 35.6}`.
///
/// The examples of developers.arcgis.com write them so ("Identify (Map Service)", "Query (Feature Service/Layer)"), and QGIS sends them.
enum BareNames {
    /// The text with every bare name before a colon between quotation marks; whatever else it holds stays as it is.
    static func quoted(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        var isInString = false, isEscaped = false
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if isInString {
                isInString = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if isLetter(byte) {
                let name = bytes[index...].prefix { isLetter($0) || isDigit($0) }
                let isName = bytes[name.endIndex...].first { $0 > 0x20 } == UInt8(ascii: ":")
                result += isName ? [UInt8(ascii: "\"")] + name + [UInt8(ascii: "\"")] : Array(name)
                index = name.endIndex
                continue
            } else {
                isInString = byte == UInt8(ascii: "\"")
            }
            result.append(byte)
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
