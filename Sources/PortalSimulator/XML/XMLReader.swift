internal import Platform

/// A strict reader of small documents of XML 1.0 in UTF-8: what a SAML message may hold, and nothing that has been used to attack readers.
///
/// No document type (so no entities but the five of XML 1.0 §4.6), no processing instruction, no CDATA, no comment (texts that a comment
/// cuts in two have fooled several libraries, CVE-2017-11427), bounded in size, depth and number. A library was not taken: libxml2 with
/// xmlsec1 is a megabyte and more at each start for one page that few portals have, and both are used by the tests as independent verifiers.
struct XMLReader {
    /// Why a document was not read.
    struct Problem: Error, Equatable {
        let reason: String
    }

    /// Bytes of a document.
    static let mostBytes = 128 << 10
    private static let mostElements = 1_000
    /// Attributes of one element, besides what declares namespaces.
    private static let mostAttributes = 32
    private static let deepest = 32
    /// Bytes of a namespace's name, and namespaces that hold at one place; SAML's own names have at most 60 bytes.
    ///
    /// The canonical form may repeat them at each element, and it is made before any signature is known to be right.
    private static let longestNamespace = 256
    private static let mostNamespaces = 64

    private let bytes: [UInt8]
    private var index = 0
    private var count = 0

    /// Reads a document.
    static func read(_ bytes: [UInt8]) throws(Problem) -> XMLElement {
        guard bytes.count <= mostBytes else { throw Problem(reason: "it is longer than \(mostBytes) bytes") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw Problem(reason: "it is no UTF-8") }
        var reader = XMLReader(bytes: bytes)
        return try reader.document()
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func document() throws(Problem) -> XMLElement {
        if skip("<?xml") {
            guard let next = peek, Self.isSpace(next) else { throw unexpected("a processing instruction") }
            while !starts("?>") {
                guard let byte = peek, byte != UInt8(ascii: "<") else { throw unexpected("an open declaration") }
                index += 1
            }
            _ = skip("?>")
        }
        skipSpace()
        let root = try element(in: ["xml": Self.xmlNamespace], depth: 1)
        skipSpace()
        guard index == bytes.count else { throw unexpected("something after the root element") }
        return root
    }

    static let xmlNamespace = "http://www.w3.org/XML/1998/namespace"

    private mutating func element(in outer: [String: String], depth: Int) throws(Problem) -> XMLElement {
        guard depth <= Self.deepest else { throw Problem(reason: "its elements are more than \(Self.deepest) deep") }
        count += 1
        guard count <= Self.mostElements else {
            throw Problem(reason: "it has more than \(Self.mostElements) elements")
        }
        guard skip("<") else { throw unexpected("no element") }
        if let refused = refusedMarkup { throw unexpected(refused) }
        let name = try qualifiedName()
        var scope = outer
        let raw = try attributes()
        for (prefix, local, value) in raw where prefix == "xmlns" || prefix.isEmpty && local == "xmlns" {
            guard value.utf8.count <= Self.longestNamespace else {
                throw Problem(reason: "the name of a namespace is longer than \(Self.longestNamespace) bytes")
            }
            if prefix.isEmpty {
                scope[""] = value
            } else {
                guard !value.isEmpty, local != "xml", local != "xmlns" else { throw unexpected("a wrong namespace") }
                scope[local] = value
            }
        }
        guard scope.count <= Self.mostNamespaces else {
            throw Problem(reason: "more than \(Self.mostNamespaces) namespaces hold at one place")
        }
        var found: [XMLElement.Attribute] = []
        for (prefix, local, value) in raw where prefix != "xmlns" && !(prefix.isEmpty && local == "xmlns") {
            guard let namespace = prefix.isEmpty ? "" : scope[prefix] else {
                throw Problem(reason: "the prefix \(prefix) stands for nothing")
            }
            guard !found.contains(where: { $0.local == local && $0.namespace == namespace }) else {
                throw Problem(reason: "the attribute \(local) stands twice")
            }
            guard found.count < Self.mostAttributes else { throw unexpected("an attribute too many") }
            found.append(.init(prefix: prefix, local: local, namespace: namespace, value: value))
        }
        guard let namespace = name.prefix.isEmpty ? scope[""] ?? "" : scope[name.prefix] else {
            throw Problem(reason: "the prefix \(name.prefix) stands for nothing")
        }
        var element = XMLElement(
            prefix: name.prefix, local: name.local, namespace: namespace, attributes: found, scope: scope, children: [])
        if skip("/>") { return element }
        guard skip(">") else { throw unexpected("an open tag") }
        element.children = try content(in: scope, depth: depth)
        let end = try qualifiedName()
        guard end == name else { throw unexpected("the end of another element") }
        skipSpace()
        guard skip(">") else { throw unexpected("an open end tag") }
        return element
    }

    /// Everything up to the end tag, whose name comes next.
    private mutating func content(in scope: [String: String], depth: Int) throws(Problem) -> [XMLElement.Child] {
        var children: [XMLElement.Child] = []
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "<"):
                if !text.isEmpty {
                    children.append(.text(try Self.text(of: text)))
                    text = []
                }
                if skip("</") { return children }
                children.append(.element(try element(in: scope, depth: depth + 1)))
            case UInt8(ascii: "&"): text += try reference()
            default: text.append(try character(byte))
            }
        }
        throw unexpected("the end of the document")
    }

    private typealias RawAttribute = (prefix: String, local: String, value: String)

    private mutating func attributes() throws(Problem) -> [RawAttribute] {
        var found: [RawAttribute] = []
        while true {
            let hadSpace = skipSpace()
            guard let byte = peek, byte != UInt8(ascii: ">"), byte != UInt8(ascii: "/") else { return found }
            guard hadSpace, found.count < Self.mostAttributes + Self.mostNamespaces else {
                throw unexpected("an attribute too many")
            }
            let name = try qualifiedName()
            guard skip("="), let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw unexpected("an attribute without a value")
            }
            index += 1
            var value: [UInt8] = []
            while let byte = peek, byte != quote {
                switch byte {
                case UInt8(ascii: "<"): throw unexpected("\"<\" in an attribute")
                case UInt8(ascii: "&"): value += try reference()
                default:
                    // XML 1.0 §3.3.3: white space becomes a blank.
                    let read = try character(byte)
                    value.append(read == 9 || read == 10 ? 0x20 : read)
                }
            }
            guard peek == quote else { throw unexpected("an open attribute") }
            index += 1
            guard !found.contains(where: { $0.prefix == name.prefix && $0.local == name.local }) else {
                throw Problem(reason: "the attribute \(name.local) stands twice")
            }
            found.append((name.prefix, name.local, try Self.text(of: value)))
        }
    }

    private static func text(of bytes: [UInt8]) throws(Problem) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard !text.hasLongMarkRun else {
            throw Problem(reason: "a text has more than \(MarkRuns.longest) combining marks in a row")
        }
        return text
    }

    /// One byte of a text; line ends become line feeds (XML 1.0 §2.11).
    private mutating func character(_ byte: UInt8) throws(Problem) -> UInt8 {
        index += 1
        switch byte {
        case 13:
            if peek == 10 { index += 1 }
            return 10
        case 9, 10, 0x20...: return byte
        default: throw unexpected("a control character")
        }
    }

    private mutating func reference() throws(Problem) -> [UInt8] {
        for (name, byte) in Self.entities where skip(name) { return [byte] }
        guard skip("&#") else { throw unexpected("an entity that is not XML's own") }
        let isHexadecimal = skip("x")
        var number: UInt32 = 0
        var digits = 0
        while let byte = peek, byte != UInt8(ascii: ";") {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, isHexadecimal || digit < 10, digits < 8
            else { throw unexpected("a wrong reference") }
            number = number &* (isHexadecimal ? 16 : 10) &+ UInt32(digit)
            digits += 1
            index += 1
        }
        guard skip(";"), digits > 0, let scalar = Unicode.Scalar(number),
            number >= 0x20 || [9, 10, 13].contains(number)
        else { throw unexpected("a wrong reference") }
        return Array(String(scalar).utf8)
    }

    private static let entities: [(String, UInt8)] = [
        ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
        ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
    ]

    private mutating func qualifiedName() throws(Problem) -> (prefix: String, local: String) {
        let first = try name()
        guard skip(":") else { return ("", first) }
        return (first, try name())
    }

    /// A name of ASCII letters, as all of SAML's are.
    private mutating func name() throws(Problem) -> String {
        let start = index
        while let byte = peek, Self.isName(byte, isFirst: index == start) { index += 1 }
        guard index > start, index - start <= 100 else { throw unexpected("no name") }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): !isFirst
        default: false
        }
    }

    private var refusedMarkup: String? {
        switch peek {
        case UInt8(ascii: "?")?: "a processing instruction"
        case UInt8(ascii: "!")?: starts("!--") ? "a comment" : starts("![") ? "a CDATA section" : "a document type"
        default: nil
        }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    private mutating func skip(_ text: String) -> Bool {
        guard starts(text) else { return false }
        index += text.utf8.count
        return true
    }

    @discardableResult private mutating func skipSpace() -> Bool {
        let start = index
        while let byte = peek, Self.isSpace(byte) { index += 1 }
        return index > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }

    private func unexpected(_ what: String) -> Problem { Problem(reason: "\(what) stands at byte \(index)") }
}
