import Testing

@testable import JSONValues

@Suite struct `All mistakes of a document` {
    enum Mode: String, CaseIterable { case strict, lax }

    static let document: JSONValue = [
        "mod": "lax", "mode": "stict", "attempts": 0, "lifetime": "5 minutes", "inner": ["deep": 1],
    ]

    /// Reads as a reader of a blueprint does.
    static func read(_ value: JSONValue) throws(DocumentError) {
        let reader = try DocumentReader(
            value, source: "a.yaml", keys: ["mode", "attempts", "lifetime", "inner", "$schema"])
        _ = try reader.word("mode", as: Mode.self)
        _ = try reader.number("attempts", in: 1...9)
        _ = try reader.duration("lifetime")
        try DocumentMistakes.part { () throws(DocumentError) in
            guard try reader.object("inner", keys: ["deep"])?.text("deep") != nil else {
                throw DocumentError(.missingKey, source: "a.yaml", keyPath: "inner.deep", problem: "is missing")
            }
        }
        throw DocumentError(.worldDocument, source: "a.yaml", keyPath: "end", problem: "ends the reading")
    }

    @Test func `are told where all are asked for, and what follows from one is not`() {
        let found = DocumentMistakes.all { () throws(DocumentError) in try Self.read(Self.document) }
        #expect(found.map(\.keyPath) == ["mod", "mode", "attempts", "lifetime", "inner.deep", "end"])
        #expect(found[0].suggestion == "mode" && found[1].suggestion == "strict")
        #expect(found[4].code == .wrongType)
    }

    /// To look through all that were found before for each of them takes hours.
    @Test func `are kept once and in their order, however many there are`() {
        var references: [DocumentReference] = []
        let paths = (0..<50_000).map { "items[\($0)].owner" }
        let found = DocumentMistakes.all(naming: &references) { () throws(DocumentError) in
            for path in paths + paths {
                try DocumentMistakes.note(DocumentError(.wrongType, source: "a.yaml", keyPath: path, problem: "is odd"))
                DocumentMistakes.refer(to: "alice", .user, source: "a.yaml", at: path)
            }
        }
        #expect(found.map(\.keyPath) == paths)
        #expect(references.map(\.keyPath) == paths)
    }

    @Test func `tell which documents could not be read whole`() {
        var unread: Set<String> = []
        _ = DocumentMistakes.all { () throws(DocumentError) in
            try DocumentMistakes.note(DocumentError(.missingKey, source: "a.yaml", problem: "is odd"))
            try DocumentMistakes.note(DocumentError(.wrongType, source: "b.yaml", problem: "is odd"))
            unread = DocumentMistakes.unread
        }
        #expect(unread == ["a.yaml"])
        #expect(DocumentMistakes.unread.isEmpty)
    }

    @Test func `the first one ends the reading otherwise`() {
        #expect { try Self.read(Self.document) } throws: { ($0 as? DocumentError)?.keyPath == "mod" }
    }

    @Test func `are told with the place of a part in a whole`() {
        let found = DocumentMistakes.all { () throws(DocumentError) in
            try DocumentMistakes.mapping(
                {
                    DocumentError(
                        $0.code, source: $0.source, keyPath: "portal.\($0.keyPath)", problem: $0.problem)
                },
                { () throws(DocumentError) in try Self.read(["attempts": 10]) })
        }
        #expect(found.map(\.keyPath) == ["portal.attempts", "portal.inner.deep", "portal.end"])
    }

    @Test func `what a document names is kept with its place`() {
        var references: [DocumentReference] = []
        let found = DocumentMistakes.all(naming: &references) { () throws(DocumentError) in
            let reader = try DocumentReader(["as": "alice"], source: "a.yaml", path: "client[0]", keys: nil)
            _ = try reader.name("as", of: .user)
        }
        #expect(found.isEmpty)
        #expect(
            references == [DocumentReference(kind: .user, name: "alice", source: "a.yaml", keyPath: "client[0].as")])
    }

    @Test func `the schema of a document is no key of it`() throws {
        _ = try DocumentReader(["$schema": "a.json"], source: "a.json", keys: ["mode"])
        #expect(throws: DocumentError.self) {
            try DocumentReader(["$schema": "a.json"], source: "a.json", path: "inner", keys: ["mode"])
        }
    }
}

extension DocumentError.Code {
    fileprivate static let worldDocument = DocumentError.Code(rawValue: "worldDocument")
}

@Suite struct `What readers ask` {
    @Test func `is kept by shape and path while a trace records`() throws {
        let trace = DocumentTrace()
        try trace.recording {
            let reader = try DocumentReader(
                ["list": [["a": 1], ["a": 2]]], source: "a.yaml", keys: ["list", "word"])
            _ = try reader.text("word")
            for (index, value) in try reader.list("list").enumerated() {
                DocumentTrace.shape("thing", at: "list[\(index)]")
                let inner = try DocumentReader(value, source: "a.yaml", path: "list[\(index)]", keys: ["a"])
                _ = try inner.number("a", in: 1...2)
            }
        }
        func facts(_ shape: String, _ path: String) -> Set<DocumentTrace.Fact>? {
            trace.facts[DocumentTrace.Place(shape: shape, path: path)]
        }
        #expect(facts("", "") == [.object(["list", "word"])])
        #expect(facts("", "word") == [.text])
        #expect(facts("", "list[]") == [.shape("thing")])
        #expect(facts("thing", "") == [.object(["a"])])
        #expect(facts("thing", "a") == [.whole(1...2)])
    }
}
