import JSONValues
import Testing

@Suite("Documents written by hand") struct DocumentReaderTests {
    enum Mode: String, CaseIterable { case strict, lax, off }

    func reader(_ value: JSONValue) throws -> DocumentReader {
        try DocumentReader(
            value, source: "a.json", path: "tokens", keys: ["referer", "lifetime", "attempts", "carriers"])
    }

    @Test func `an unknown key names file, key path, what is allowed and the nearest match`() {
        #expect {
            try reader(["refrer": "lax"])
        } throws: { error in
            "\(error)"
                == "a.json: tokens.refrer: \"refrer\" is not a known key; allowed: referer, lifetime, attempts, carriers. Did you mean referer?"
        }
    }

    @Test func `an unknown word names the value and what is allowed`() throws {
        let reader = try reader(["referer": "stict"])
        #expect {
            try reader.word("referer", as: Mode.self)
        } throws: { error in
            "\(error)"
                == "a.json: tokens.referer: \"stict\" is not a known value; allowed: strict, lax, off. Did you mean strict?"
        }
    }

    @Test func `a value of another type says what was wanted`() throws {
        let reader = try reader(["attempts": 0, "lifetime": "60 minutes", "carriers": [1]])
        #expect { try reader.number("attempts", in: 1...9) } throws: { "\($0)".contains("a whole number from 1 to 9") }
        #expect { try reader.duration("lifetime") } throws: { "\($0)".contains("a duration like") }
        #expect { try reader.names("carriers", as: Mode.self) } throws: { "\($0)".contains("tokens.carriers[0]") }
    }

    @Test func `what is there is read and what is absent is nil`() throws {
        let reader = try reader(["lifetime": "60m", "carriers": ["strict", "off"]])
        #expect(try reader.duration("lifetime") == .seconds(3600))
        #expect(try reader.names("carriers", as: Mode.self) == [.strict, .off])
        #expect(try reader.text("referer") == nil)
    }

    @Test(arguments: [
        ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("2h", .seconds(7200)),
        ("14d", .seconds(1_209_600)), ("1w", .seconds(604_800)), ("1h30m", .seconds(5400)),
        ("1m500ms", .milliseconds(60_500)),
    ])
    func `durations have a unit`(_ text: String, _ duration: Duration) {
        #expect(DurationText.read(text) == duration)
    }

    @Test(arguments: [
        "", "5", "m", "-5m", "1.5h", "5 m", "1h30", "1h m", "1h-5m", "9000000000000000000ms9000000000000000000ms",
        "99999999999999999999d", "9223372036854775807d",
    ])
    func `a duration without number or unit is none`(_ text: String) {
        #expect(DurationText.read(text) == nil)
    }

    @Test(arguments: ["31557600001s", "9223372036854775807ms"])
    func `a duration of more than 1000 years is refused with the bound`(_ text: String) throws {
        let reader = try reader(["lifetime": .string(text)])
        #expect {
            try reader.duration("lifetime")
        } throws: { error in
            "\(error)" == "a.json: tokens.lifetime: \"\(text)\" is not a duration of at most 1000 years"
        }
    }

    @Test func `a duration may be as long as 1000 years`() throws {
        let reader = try reader(["lifetime": "31557600000s"])
        #expect(try reader.duration("lifetime") == DurationText.longest)
    }

    @Test(
        arguments: [
            (.milliseconds(-1500), -1500), (.nanoseconds(1_999_999), 1), (.milliseconds(Int64.max), .max),
            (.milliseconds(Int64.min), .min), (.seconds(Int64.max), .max), (.seconds(Int64.min), .min),
            (.seconds(Int64.max) + .seconds(Int64.max), .max),
        ] as [(Duration, Int64)])
    func `milliseconds of more than Int64 holds are the most that it holds`(_ duration: Duration, _ count: Int64) {
        #expect(duration.inMilliseconds == count)
    }

    @Test func `a word far from all others has no nearest match`() {
        #expect(NearestName.to("zebra", among: ["referer", "lifetime"]) == nil)
        #expect(NearestName.to("lifteime", among: ["referer", "lifetime"]) == "lifetime")
    }
}
