import PortalJudge

/// What holds for the reader of wire lines, whatever text it is given; the fuzzer and the tests ask the same.
enum WireLineProperties {
    /// The first property that a line breaks, in words; nil where all hold.
    static func violation(by bytes: [UInt8]) -> String? {
        let text = String(decoding: bytes, as: UTF8.self)
        for isNever in [false, true] {
            do throws(WireLineError) {
                let line = try WireLine(parsing: text, isNever: isNever)
                guard (try? WireLine(parsing: line.text, isNever: isNever)) == line else {
                    return "reads as another line"
                }
            } catch {
                guard !error.problem.isEmpty else { return "an error without words" }
            }
        }
        return handshake(text)
    }

    private static func handshake(_ text: String) -> String? {
        do throws(WireLineError) {
            let line = try HandshakeLine(parsing: text)
            guard HandshakeLine.isHandshake(text) else { return "a handshake that is not taken for one" }
            guard (try? HandshakeLine(parsing: line.text)) == line else { return "reads as another handshake" }
        } catch {
            guard !error.problem.isEmpty else { return "an error without words" }
        }
        return nil
    }
}
