import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite struct `Bodies in parts` {
    private static let type = "multipart/form-data; boundary=b"

    private static func read(
        _ body: String, type: String = type, _ change: (inout MultipartLimits) -> Void = { _ in }
    ) -> MultipartForm {
        var limits = MultipartLimits()
        change(&limits)
        return MultipartReader.form(Array(body.utf8), contentType: type, limits: limits)
    }

    private static func part(_ disposition: String, _ value: String, head: String = "") -> String {
        "--b\r\nContent-Disposition: form-data; \(disposition)\r\n\(head)\r\n\(value)\r\n"
    }

    struct Read: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let body: String
        let fields: [String]
        var type = `Bodies in parts`.type
    }

    static let read = [
        Read(
            testDescription: "fields in their order, twice the same name",
            body: part("name=\"a\"", "1") + part("name=c", "x y") + part("name=\"a\"", "2") + "--b--\r\n",
            fields: ["a=1", "c=x y", "a=2"]),
        Read(
            testDescription: "line ends and what looks like a boundary, as data",
            body: part("name=a", "\r\n--\r\n-b\r\n --b\r\n--B\r\n\r") + "--b--",
            fields: ["a=\r\n--\r\n-b\r\n --b\r\n--B\r\n\r"]),
        Read(
            testDescription: "text before the first boundary and behind the last",
            body: "text\r\n" + part("name=a", "1") + "--b--\r\n--b\r\nmore", fields: ["a=1"]),
        Read(
            testDescription: "blanks behind a boundary",
            body: "--b \t\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b-- ", fields: ["a=1"]),
        Read(
            testDescription: "a part without any byte, with and without the line end of its own",
            body:
                "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n--b\r\ncontent-disposition:form-data;name=c\r\n\r\n\r\n--b--",
            fields: ["a=", "c="]),
        Read(
            testDescription: "names as browsers write them",
            body: part("name=\"a%22b%0D%0Ac%41\"", "1") + "--b--", fields: ["a\"b\r\nc%41=1"]),
        Read(
            testDescription: "names as curl --form-escape writes them",
            body: part(#"name="a\"b\\c\d""#, "1") + "--b--", fields: [#"a"b\c\d=1"#]),
        Read(
            testDescription: "names in the extended notation",
            body: part("name=x; name*=utf-8''n%C3%A4me", "1") + "--b--", fields: ["näme=1"]),
        Read(
            testDescription: "a boundary in quotes with a blank",
            body: "--b c\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b c--", fields: ["a=1"],
            type: "Multipart/Form-Data ;charset=utf-8; Boundary=\"b c\""),
        Read(
            testDescription: "a boundary of 70 characters", body: "--" + String(repeating: "x", count: 70) + "--",
            fields: [], type: "multipart/form-data; boundary=" + String(repeating: "x", count: 70)),
        Read(
            testDescription: "an input in which no file was chosen",
            body: part("name=a; filename=\"\"", "", head: "Content-Type: application/octet-stream\r\n") + "--b--",
            fields: []),
    ]

    @Test(arguments: read) func `are read`(row: Read) {
        let form = Self.read(row.body, type: row.type)
        #expect(form.problem == nil)
        #expect(form.fields.map { "\($0.name)=\($0.value)" } == row.fields)
        #expect(form.files.isEmpty)
    }

    /// Counts in how many pieces the data of parts comes.
    private struct CountingSink: MultipartSink {
        var pieces = 0
        var size = 0
        mutating func began(_ head: PartHead) {}
        mutating func took(_ bytes: UnsafeBufferPointer<UInt8>) { (pieces, size) = (pieces + 1, size + bytes.count) }
        mutating func ended() {}
    }

    @Test(arguments: ["\r", "\r\n", "\r\n-", "\r\n--", "\r\n--a"])
    func `come in few pieces whatever they are made of`(_ repeated: String) throws {
        let value = String(repeating: repeated, count: 1000)
        let body = Array("\(Self.part("name=a", value))--b--\r\n".utf8)
        var sink = CountingSink()
        var parser = MultipartParser(
            try MultipartBoundary(contentType: Self.type), limits: MultipartLimits())
        try body.withUnsafeBufferPointer { bytes in try parser.read(bytes, into: &sink) }
        try parser.finish()
        #expect(sink.pieces == 1 && sink.size == value.utf8.count)
    }

    @Test func `bring files with name, type and bytes`() throws {
        let form = Self.read(
            Self.part(
                "name=\"attachment\"; filename=\"C:\\pictures\\1.png\"", "\u{1}\r\nx",
                head: "Content-Type: image/PNG; a=b\r\n")
                + Self.part("name=t; filename=x.txt; filename*=UTF-8''%E2%82%AC.txt", "") + "--b--")
        #expect(form.problem == nil && form.fields.isEmpty)
        let file = try #require(form.files.first)
        #expect(file.part == 1 && file.field == "attachment" && file.baseName == "1.png")
        #expect(file.mediaType == "image/png" && file.contentType == "image/PNG; a=b")
        #expect(file.content.bytes == Array("\u{1}\r\nx".utf8))
        #expect(form.files.last?.filename == "€.txt" && form.files.last?.mediaType == "application/octet-stream")
    }

    @Test func `are decoded as their charset says`() {
        var bytes = Array((Self.part("name=a", "@", head: "Content-Type: text/plain; charset=ISO-8859-1\r\n")).utf8)
        bytes += Array(
            (Self.part("name=c", "@") + Self.part("name=_charset_", "iso-8859-1") + Self.part("name=d", "@")).utf8)
        bytes += Array("--b--".utf8)
        let form = MultipartReader.form(
            bytes.map { $0 == UInt8(ascii: "@") ? 0xE9 : $0 }, contentType: Self.type)
        #expect(form.fields.map(\.value) == ["é", "\u{FFFD}", "iso-8859-1", "é"])
        #expect(form.fields.map(\.isDamaged) == [false, true, false, false])
    }

    struct Broken: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let body: String
        let words: String
        var status = 400
        var type = `Bodies in parts`.type
    }

    static let broken = [
        Broken(
            testDescription: "no boundary", body: "",
            words: "the field Content-Type: multipart/form-data needs a boundary",
            type: "multipart/form-data"),
        Broken(
            testDescription: "a boundary that is too long", body: "",
            words: "has 71 characters; RFC 2046 §5.1.1 allows 70",
            type: "multipart/form-data; boundary=" + String(repeating: "x", count: 71)),
        Broken(
            testDescription: "a boundary with a quote", body: "", words: "the boundary \"a*b\" holds a character",
            type: "multipart/form-data; boundary=a*b"),
        Broken(
            testDescription: "another boundary than the field names", body: "--c\r\n\r\n--c--",
            words: "the body: the boundary \"--b\" that Content-Type names does not stand in it"),
        Broken(
            testDescription: "no last boundary", body: part("name=\"adds\"", "1"),
            words: "part 1 (\"adds\"): the last boundary \"--b\"-- is missing"),
        Broken(
            testDescription: "an end in a head", body: "--b\r\nContent-",
            words: "part 1: it ends inside the head of part 1"),
        Broken(testDescription: "LF alone", body: "--b\nContent-", words: "before byte 4 ends with LF alone"),
        Broken(
            testDescription: "text behind a boundary", body: "--bx",
            words: "behind the boundary \"--b\", at byte 4, stands neither"),
        Broken(
            testDescription: "a head without its empty line",
            body: part("name=a", "1", head: "secret value\r\n") + "--b--",
            words: "part 1: line 2 of its head is no header field"),
        Broken(
            testDescription: "no Content-Disposition", body: "--b\r\n\r\n1\r\n--b--",
            words: "part 1: its head has no Content-Disposition"),
        Broken(
            testDescription: "another disposition",
            body: "--b\r\nContent-Disposition: attachment; name=a\r\n\r\n1\r\n--b--",
            words: "its Content-Disposition is \"attachment\"; form-data is read here"),
        Broken(
            testDescription: "no name", body: part("filename=x", "1") + "--b--", words: "has no name (RFC 7578 §4.2)"),
        Broken(
            testDescription: "a name twice", body: part("name=x; name=y", "1") + "--b--",
            words: "the parameter \"name\" stands there twice"),
        Broken(
            testDescription: "a quote that stays open", body: part("name=\"x", "1") + "--b--",
            words: "\"name\" has no closing quote"),
        Broken(
            testDescription: "a part inside a part",
            body: part("name=a", "1", head: "Content-Type: multipart/mixed; boundary=c\r\n") + "--b--",
            words: "part 1: it is \"multipart/mixed\": a multipart body inside another is not read"),
        Broken(
            testDescription: "Base64",
            body: part("name=a", "MQ==", head: "Content-Transfer-Encoding: base64\r\n") + "--b--",
            words: "its Content-Transfer-Encoding is \"base64\""),
        Broken(
            testDescription: "a charset that is not read",
            body: part("name=a", "1", head: "Content-Type: text/plain; charset=utf-16\r\n") + "--b--",
            words: "the charset \"utf-16\" is not read"),
        Broken(
            testDescription: "a name that is too long",
            body: part("name=" + String(repeating: "n", count: 101), "1") + "--b--",
            words: "its name has 101 bytes; 100 are read", status: 413),
        Broken(
            testDescription: "a head that is too long",
            body: part("name=a", "1", head: "X: " + String(repeating: "x", count: 400) + "\r\n") + "--b--",
            words: "part 1: its head has more than 400 bytes", status: 413),
        Broken(
            testDescription: "too many parts", body: String(repeating: part("name=a", "1"), count: 5) + "--b--",
            words: "the body: it has more than 4 parts", status: 413),
        Broken(
            testDescription: "fields that are too large",
            body: part("name=a", String(repeating: "1", count: 150))
                + part("name=c", String(repeating: "1", count: 150)) + "--b--",
            words: "part 2 (\"c\"): the fields of the form have more than 200 bytes", status: 413),
        Broken(
            testDescription: "a file that is too large",
            body: part("name=a; filename=f", String(repeating: "1", count: 301)) + "--b--",
            words: "part 1 (\"a\"): the file has more than 300 bytes", status: 413),
        Broken(
            testDescription: "a body that is too large",
            body: part("name=a", "1") + "--b--" + String(repeating: "x", count: 2000),
            words: "the body: it has more than 1500 bytes", status: 413),
    ]

    @Test(arguments: broken) func `are refused with what is wrong, and where`(row: Broken) throws {
        let form = Self.read(row.body, type: row.type) { limits in
            limits.bodyBytes = 1500
            limits.parts = 4
            limits.headBytes = 400
            limits.nameBytes = 100
            limits.fieldBytes = 200
            limits.fileBytes = 300
        }
        let problem = try #require(form.problem)
        #expect(problem.description.contains(row.words), "\(problem.description)")
        #expect(problem.status == row.status)
        #expect(!problem.description.contains("secret"))
    }

    @Test func `keep large files in one temporary file without a name`() throws {
        let large = String(repeating: "0123456789abcdef", count: 40_000)
        let body =
            Self.part("name=a; filename=small", "1") + Self.part("name=c; filename=large", large)
            + Self.part("name=d; filename=next", large + "!") + "--b--"
        let form = Self.read(body)
        #expect(form.files.map(\.content.count) == [1, 640_000, 640_001])
        guard case .memory = form.files[0].content, case .spooled(let spool, 0..<640_000) = form.files[1].content,
            case .spooled(let other, 640_000..<1_280_001) = form.files[2].content
        else {
            Issue.record("the files are kept elsewhere: \(form.files.map(\.content.count))")
            return
        }
        #expect(spool === other)
        #expect(form.files[2].content.bytes == Array((large + "!").utf8))
        #expect(form.files[2].content.bytes(640_000..<640_001) == [UInt8(ascii: "!")])
    }
}
