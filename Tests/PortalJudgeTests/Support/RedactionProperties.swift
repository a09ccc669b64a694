import PortalJudge

/// What holds for the redaction, whatever secrets there are and whatever text they stand in; the fuzzer and the tests ask the same.
///
/// Secrets stand in a line each, keys behind `key `; behind an empty line the text begins.
enum RedactionProperties {
    /// The first property that is broken, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 8, omittingEmptySubsequences: false)
        let secrets = lines.prefix { !$0.isEmpty }
        let canaries = secrets.enumerated().map { number, line in
            canary(String(decoding: line, as: UTF8.self), number + 1)
        }
        let rest = lines.dropFirst(secrets.count + 1).joined(separator: [UInt8(ascii: "\n")])
        let text = String(decoding: Array(rest), as: UTF8.self)
        return erased(text, canaries) ?? logged(text, canaries) ?? stored(text, canaries)
    }

    private static func canary(_ line: String, _ number: Int) -> Canary {
        let isKey = line.hasPrefix("key ")
        return Canary(
            name: "\(isKey ? "key" : "token")#\(number)", kind: isKey ? .privateKey : .token,
            value: isKey ? String(line.dropFirst(4)) : line, origins: [])
    }

    private static func erased(_ text: String, _ canaries: [Canary]) -> String? {
        let erased = SecretEraser(canaries).text(text)
        // What stands for a secret, as it is or in base64, may make another one with what is around it.
        let placeholders = Array("*ACKgioq".utf8)
        let isLeft = canaries.contains { canary in
            canary.kind == .token && canary.value.utf8.count >= 6
                && !canary.value.utf8.contains(where: placeholders.contains) && erased.utf8.contains(canary.value.utf8)
        }
        return isLeft ? "a secret in an erased text" : nil
    }

    /// A log tells each text by itself.
    private static func logged(_ text: String, _ canaries: [Canary]) -> String? {
        var redactor = TrafficRedactor()
        redactor.learn(canaries)
        let texts = [redactor.text(text), redactor.target("/?x=\(text)"), redactor.serverName(text)]
        return texts.contains("") && !text.isEmpty ? "a text that is lost" : nil
    }

    /// What is found in what a client wrote is replaced in what is stored of it.
    private static func stored(_ text: String, _ canaries: [Canary]) -> String? {
        var evidence = Evidence(client: .builtIn)
        evidence.canaries = canaries
        evidence.output = [ClientOutput(place: "log", text: text)]
        let names = SecretSearch(evidence).names(in: Array(text.utf8))
        let isKept = evidence.redacted().output.map(\.text) == [text]
        // One that is a placeholder itself stands in its own place.
        let hasPlaceholder = ["redacted-", "piece-of-"].contains { text.contains($0) }
        return isKept && !names.isEmpty && !hasPlaceholder ? "a secret that stays where it is found" : nil
    }
}
