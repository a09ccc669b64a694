import HTTPSemantics
import Testing

@testable import PortalJudge

@Suite struct `Many secrets at once` {
    private static func canary(_ value: String, _ number: Int = 1) -> Canary {
        Canary(name: "token#\(number)", kind: .token, value: value, origins: [])
    }

    @Test(arguments: 1...6) func `are found where each by itself is found`(_ seed: Int) {
        var random = SecretTexts(seed: seed)
        for _ in 0..<60 {
            let scans = random.canaries().compactMap { SecretScan($0) }
            let index = SecretIndex(scans)
            for _ in 0..<3 {
                let text = random.text(holding: scans.map(\.canary.value))
                let found = scans.indices.filter { scans[$0].isFound(in: text) }
                #expect(index.candidates(in: text) == found, "\(scans.map(\.canary.value)) in \(text)")
                let host = String(decoding: text, as: UTF8.self).lowercased()
                let folded = scans.indices.filter { scans[$0].folded?.isFound(in: host) == true }
                #expect(index.foldedCandidates(in: host) == folded, "\(scans.map(\.canary.value)) in \(host)")
            }
        }
    }

    @Test(arguments: 1...6) func `are replaced as one after the other`(_ seed: Int) {
        var random = SecretTexts(seed: seed)
        for _ in 0..<40 {
            typealias Secret = (canary: Canary, placeholder: String, piece: String?)
            // The longest first: that order is the redaction's.
            let canaries = random.canaries().sorted { $0.value.utf8.count > $1.value.utf8.count }
            let secrets = canaries.map { canary -> Secret in (canary, Evidence.placeholder(canary), nil) }
            let together = Redaction(secrets)
            let apart = secrets.map { Redaction([$0]) }
            for isForm in [false, true] {
                let text = random.text(holding: secrets.map(\.canary.value))
                let expected = apart.reduce(text) { $1.bytes($0, isForm: isForm) }
                #expect(together.bytes(text, isForm: isForm) == expected, "\(secrets.map(\.canary.value)) in \(text)")
                let host = String(decoding: text, as: UTF8.self).lowercased()
                #expect(together.foldedText(host) == apart.reduce(host) { $1.foldedText($0) })
                #expect(together.placeholders(in: host) == apart.flatMap { $0.placeholders(in: host) })
            }
        }
    }

    @Test func `are looked for again where the placeholder of one makes another with what follows`() {
        let redaction = Redaction([
            (Self.canary("longer-secret"), "***", nil), (Self.canary("***-rest", 2), "+++", nil),
        ])
        #expect(redaction.text("longer-secret-rest") == "+++")
    }

    @Test(arguments: [10, 1000])
    func `are searched for only where they may stand, however many there are`(_ count: Int) {
        let values = (1...count).map { "the-same-beginning-\($0)-" }
        let texts = [
            "/portal?f=json", "the-same-beginning-", "the-same-beginning-x", "%74he-same-beginning-",
            "\\u0074he-same-beginning-", Base64.encode(Array("the-same-beginning-".utf8)),
        ]
        let redaction = Redaction(values.map { (Self.canary($0), "***", nil) })
        let index = SecretIndex(values.compactMap { SecretScan(Self.canary($0)) })
        for text in texts {
            #expect(redaction.index.candidates(in: Array(text.utf8)) == [], "\(text)")
            #expect(index.candidates(in: Array(text.utf8)) == [], "\(text)")
            #expect(index.foldedCandidates(in: text) == [], "\(text)")
        }
        #expect(index.candidates(in: Array("<\(values[6])>".utf8)) == [6])
        #expect(redaction.bytes(Array("<\(values[6])>".utf8)) == Array("<***>".utf8))
    }

    @Test func `are looked for though they are keys or words`() {
        let key = Canary(name: "key", kind: .privateKey, value: KeyText.base64, origins: [])
        let scans = [SecretScan(key), SecretScan(word: Self.canary("ab1")), SecretScan(Self.canary("abcdef"))]
            .compactMap { $0 }
        #expect(SecretIndex(scans).candidates(in: Array("nothing".utf8)) == [0, 1])
    }

    @Test func `have placeholders none of which stands in another`() {
        var evidence = Evidence(client: .foreign)
        evidence.canaries = (1...120).map { Self.canary("value-\($0)-", $0) }
        evidence.canaries += ["1", "2"].map { Canary(name: "password:a", kind: .password, value: $0, origins: []) }
        evidence.canaries += ["a-redacted-token-7", "a"].map { Canary(name: $0, kind: .token, value: $0, origins: []) }
        let names = EvidenceRedaction(evidence).names
        // As each is compared with all others.
        var expected: [String: String] = [:]
        var counts: [String: Int] = [:]
        for canary in evidence.canaries {
            counts[canary.name, default: 0] += 1
            expected[canary.value] = Evidence.placeholder(canary, counts[canary.name, default: 1])
        }
        for (value, name) in expected {
            var closed = name
            while expected.values.contains(where: { $0 != name && $0.firstRange(of: closed) != nil }) { closed += "-" }
            expected[value] = closed
        }
        #expect(names == expected)
        #expect(names["value-1-"] == "redacted-token-1-" && names["value-120-"] == "redacted-token-120")
    }

    @Test func `are told once each where a client made them up`() {
        var builder = EvidenceBuilder(.foreign)
        for number in [1, 2, 1, 3] { builder.trade("code-1", verifier: OAuthTexts.verifier + "\(number)") }
        #expect(builder.evidence.verifiers.map(\.name) == ["verifier#1", "verifier#2", "verifier#3"])
        #expect(builder.evidence.verifiers.map(\.value) == ["1", "2", "3"].map { OAuthTexts.verifier + $0 })
    }
}

/// Secrets, and texts in which they stand in every form, whole, in part and beside what looks like them.
private struct SecretTexts {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) }

    mutating func canaries() -> [Canary] {
        var values: [String] = []
        for _ in 0...below(9) {
            let value = word(5 + below(12))
            // One secret begins as another one.
            values.append(below(3) == 0 ? (values.last ?? "") + value : value)
        }
        return values.enumerated().map { Canary(name: "token#\($0)", kind: .token, value: $1, origins: []) }
    }

    mutating func text(holding values: [String]) -> [UInt8] {
        var text = Array(word(below(6)).utf8)
        guard !values.isEmpty else { return text }
        for _ in 0..<below(4) {
            text += form(Array(values[below(values.count)].utf8))
            text += Array(word(below(3)).utf8)
        }
        return text
    }

    private mutating func below(_ bound: Int) -> Int {
        // The upper bits of the linear congruence of MMIX (D. E. Knuth, The Art of Computer Programming, volume 2).
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    private mutating func word(_ count: Int) -> String {
        let letters = Array("aaAb%\\ +-_/&=;.\"n25u0é")
        var word = ""
        for _ in 0..<count { word.append(letters[below(letters.count)]) }
        return word
    }

    private mutating func hex(_ byte: UInt8) -> String {
        let digits = (byte < 16 ? "0" : "") + String(byte, radix: 16)
        return below(2) == 0 ? digits : digits.uppercased()
    }

    private mutating func form(_ secret: [UInt8]) -> [UInt8] {
        let kind = below(7)
        if kind == 0 { return secret }
        if kind == 1 {
            let wrapped = Array(word(below(3)).utf8) + secret + Array(word(below(3)).utf8)
            return Array(Base64.encode(wrapped).utf8).map { $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 }
        }
        if kind == 2 { return Array(secret.prefix(4 + below(secret.count))) }
        var result: [UInt8] = []
        for byte in secret {
            let isPlain = below(2) == 0
            switch kind {
            case 3: result += isPlain ? [byte] : Array("%\(hex(byte))".utf8)
            case 4: result += isPlain ? [byte == 0x20 ? 0x2B : byte] : Array("%25\(hex(byte))".utf8)
            case 5: result += Array(hex(byte).utf8)
            default: result += isPlain || byte >= 0x80 ? [byte] : Array("\\u00\(hex(byte))".utf8)
            }
        }
        return result
    }
}
