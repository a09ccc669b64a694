import Testing

@Suite struct `Explain` {
    @Test func `prints what a code means, what to do and on what grounds`() async throws {
        let done = try await Mockportal.run(["explain", "oauth.weak-verifier"])
        #expect(done.code == 0)
        let lines = done.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("oauth.weak-verifier: A code verifier") == true)
        #expect(lines.last == "  source   RFC 7636 §4.1, §7.1")
    }

    @Test func `prints every code of a family`() async throws {
        let done = try await Mockportal.run(["explain", "refused"])
        #expect(done.code == 0)
        for code in ["refused.token-referer:", "refused.digest-uri:", "refused.format:"] {
            #expect(done.output.contains(code), "\(code)")
        }
    }

    @Test func `prefers the scenarios of a name, and says how to ask for the codes`() async throws {
        let scenarios = try await Mockportal.run(["explain", "oauth"])
        #expect(scenarios.output.contains("Seen to catch the planted fault"))
        #expect(scenarios.output.hasSuffix("Findings of that name: mockportal explain oauth.\n"))
        let codes = try await Mockportal.run(["explain", "oauth."])
        #expect(codes.output.hasPrefix("oauth.implicit: "))
        #expect(!codes.output.contains("planted fault"))
    }

    @Test func `lists the families where a word means neither`() async throws {
        let done = try await Mockportal.run(["explain", "zzz.q"])
        #expect(done.code == 64)
        #expect(done.errors.contains("zzz.q") && done.errors.contains("secret, trust, identity"))
        let near = try await Mockportal.run(["explain", "refuse.d"])
        #expect(near.code == 64 && near.errors.contains("did you mean refused?"))
    }

    @Test func `completes codes and scenarios in a shell`() async throws {
        let script = try await Mockportal.run(["--generate-completion-script", "bash"])
        #expect(script.output.contains("---completion"))
        let words = try await Mockportal.run(["---completion", "explain", "--", "positional@0", "1", "0", ""])
        #expect(words.output.contains("refused.token-referer\n"))
        #expect(words.output.contains("tokens/expired-silent"))
    }
}
