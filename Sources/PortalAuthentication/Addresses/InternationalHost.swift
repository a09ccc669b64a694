/// The host of a URL in the letters that DNS and certificates know (RFC 5891 §4, RFC 3492).
///
/// Taken are letters and digits in either case, composed or not; compatibility forms and marks that no letter is composed with are
/// refused rather than guessed.
enum InternationalHost {
    /// The same URL with a host in ASCII; nil where its host cannot be written so.
    static func encoding(in url: String) -> String? {
        guard !url.utf8.allSatisfy({ $0 < 0x80 }), let mark = url.firstRange(of: "://") else { return url }
        // By scalars: an accent behind a delimiter does not hide it.
        let scalars = url.unicodeScalars
        let authority = scalars[mark.upperBound...].prefix { !"/?#\\".unicodeScalars.contains($0) }
        guard !authority.allSatisfy(\.isASCII) else { return url }
        guard let host = ascii(Substring(authority)) else { return nil }
        return String(scalars[..<mark.upperBound]) + host + String(scalars[authority.endIndex...])
    }

    /// A host, with its port where it has one, label by label.
    static func ascii(_ host: some StringProtocol) -> String? {
        // The dots of RFC 3490 §3.1 are dots.
        let dotted = host.unicodeScalars.map { "\u{3002}\u{FF0E}\u{FF61}".unicodeScalars.contains($0) ? "." : $0 }
        let text = String(String.UnicodeScalarView(dotted))
        var labels: [String] = []
        for label in text.split(separator: ".", omittingEmptySubsequences: false) {
            if label.utf8.allSatisfy({ $0 < 0x80 }) {
                labels.append(String(label))
                continue
            }
            // A port stands behind the last label.
            let name = label.prefix { $0 != ":" }
            let scalars = composed(String(name).lowercased())
            guard scalars.allSatisfy(isTaken), let encoded = punycode(scalars), encoded.utf8.count <= 59 else {
                return nil
            }
            labels.append("xn--" + encoded + label[name.endIndex...])
        }
        return labels.joined(separator: ".")
    }

    /// The letters with their marks as one scalar each, where there is one (Unicode Standard Annex 15, NFC).
    private static func composed(_ text: String) -> [Unicode.Scalar] {
        text.flatMap { character in
            let scalars = Array(character.unicodeScalars)
            return scalars.count > 1 ? compositions[character].map { [$0] } ?? scalars : scalars
        }
    }

    /// The composed letters by themselves: characters are the same where they are canonically equivalent, however they are written.
    private static let compositions: [Character: Unicode.Scalar] = {
        // Latin, Greek and Cyrillic, kana, Latin and Greek with several marks, Hangul.
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x386...0x4FF, 0x3041...0x30FF, 0x1E00...0x1FFF, 0xAC00...0xD7A3,
        ]
        var letters: [Character: Unicode.Scalar] = [:]
        for value in blocks.joined() {
            guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
                !scalar.properties.isFullCompositionExclusion
            else { continue }
            letters[Character(scalar)] = scalar
        }
        return letters
    }()

    private static func isTaken(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar == "-" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: break
        default: return false
        }
        // These two letters are kept as they are (RFC 5892 §2.6).
        return scalar == "ß" || scalar == "ς" || !scalar.properties.changesWhenNFKCCaseFolded
    }

    /// Encodes a label (RFC 3492 §6.3); nil where it is too long to be one.
    static func punycode(_ scalars: [Unicode.Scalar]) -> String? {
        guard scalars.count <= 63 else { return nil }
        var output = scalars.filter(\.isASCII).map { Character($0) }
        var handled = output.count
        let basic = handled
        if basic > 0 { output.append("-") }
        var (next, delta, bias) = (128, 0, 72)
        while handled < scalars.count {
            guard let smallest = scalars.map({ Int($0.value) }).filter({ $0 >= next }).min() else { return nil }
            delta += (smallest - next) * (handled + 1)
            next = smallest
            for scalar in scalars {
                if Int(scalar.value) < next { delta += 1 }
                guard Int(scalar.value) == next else { continue }
                var rest = delta
                var position = 36
                while true {
                    let threshold = min(max(position - bias, 1), 26)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                    position += 36
                }
                output.append(digit(rest))
                bias = adapted(delta, count: handled + 1, isFirst: handled == basic)
                delta = 0
                handled += 1
            }
            delta += 1
            next += 1
        }
        return String(output)
    }

    private static func digit(_ value: Int) -> Character {
        Character(Unicode.Scalar(UInt8(value < 26 ? value + 97 : value + 22)))
    }

    /// RFC 3492 §6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var steps = 0
        while delta > 455 {
            delta /= 35
            steps += 36
        }
        return steps + 36 * delta / (delta + 38)
    }
}
