import Platform
import Testing

@testable import MockPortalServer
@testable import PortalSimulator

@Suite struct `ClientHello bytes` {
    /// A ClientHello's body with these extensions.
    private func hello(legacy: [UInt8] = [3, 3], extensions: [UInt8]) -> [UInt8] {
        legacy + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0x13, 1] + [1, 0]
            + [UInt8(extensions.count >> 8), UInt8(extensions.count & 255)] + extensions
    }

    private func read(_ bytes: [UInt8]) -> ClientHello? { bytes.withUnsafeBytes { ClientHello($0) } }

    @Test func `Name, versions and protocols are read`() {
        let name: [UInt8] = [0, 0, 0, 8, 0, 6, 0, 0, 3, 0x61, 0x2E, 0x62]
        let versions: [UInt8] = [0, 43, 0, 7, 6, 0x7A, 0x7A, 3, 4, 3, 3]
        let protocols: [UInt8] = [0, 16, 0, 5, 0, 3, 2, 0x68, 0x32]
        let hello = read(hello(extensions: name + versions + protocols))
        #expect(hello?.serverName == "a.b")
        #expect(hello?.versions == ["TLS1.3", "TLS1.2"])
        #expect(hello?.alpn == ["h2"])
    }

    @Test func `Name and protocols have no marks without an end`() throws {
        func sized(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
        func marks(_ count: Int) -> [UInt8] { Array(("e" + String(repeating: "\u{301}", count: count)).utf8) }
        let name = [0, 0] + sized(sized([0] + sized(marks(150))))
        let protocols = [0, 16] + sized(sized([UInt8(marks(120).count)] + marks(120)))
        let hello = try #require(read(hello(extensions: name + protocols)))
        #expect(hello.serverName?.utf8.count == 302 && hello.serverName?.hasLongMarkRun == false)
        #expect(hello.alpn.map(\.utf8.count) == [242] && hello.alpn.first?.hasLongMarkRun == false)
    }

    @Test func `Without the extension the old field tells the version`() {
        #expect(read(hello(legacy: [3, 2], extensions: []))?.versions == ["TLS1.1"])
    }

    @Test func `A version without a name is told by its number, and the old field says nothing beside it`() {
        #expect(read(hello(extensions: [0, 43, 0, 3, 2, 0x7F, 0x1C]))?.versions == ["0x7f1c"])
        #expect(read(hello(extensions: [0, 43, 0, 5, 4, 0x7A, 0x7A, 0, 5]))?.versions == ["0x0005"])
        #expect(read(hello(extensions: [0, 43, 0, 3, 2, 0x7A, 0x7A]))?.versions == [])
        #expect(read(hello(extensions: [0, 43, 0, 0]))?.versions == [])
        #expect(read(hello(legacy: [3, 5], extensions: []))?.versions == ["0x0305"])
    }

    @Test func `No cut of it is read beyond its end`() {
        let whole = hello(extensions: [0, 0, 0, 8, 0, 6, 0, 0, 3, 0x61, 0x2E, 0x62])
        for length in 0..<whole.count { _ = read(Array(whole.prefix(length))) }
        for index in whole.indices {
            var bent = whole
            bent[index] = 0xFF
            _ = read(bent)
        }
        #expect(read(Array(whole.prefix(20))) == nil)
    }
}

@Suite struct `TLS records` {
    private func events(_ bytes: [UInt8], cut: Int, _ prepare: (inout RecordScanner) -> Void = { _ in }) -> [String] {
        var scanner = RecordScanner()
        prepare(&scanner)
        var seen: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(cut))
            rest = rest.dropFirst(cut)
            part.withUnsafeBytes { part in scanner.scan(part) { seen.append("\($0)") } }
        }
        return seen
    }

    @Test(arguments: [1, 2, 5, 7, 100]) func `A plain alert is seen however the bytes are cut`(cut: Int) {
        let bytes: [UInt8] = [0x16, 3, 1, 0, 2, 9, 9, 0x15, 3, 3, 0, 2, 2, 48]
        #expect(events(bytes, cut: cut) == ["plainAlert(level: 2, number: 48)"])
    }

    @Test func `Data counts without what encryption adds, and an alert's size is no data`() {
        let data: [UInt8] = [0x17, 3, 3, 0, 27] + [UInt8](repeating: 0, count: 27)
        let alert: [UInt8] = [0x17, 3, 3, 0, 19] + [UInt8](repeating: 0, count: 19)
        let seen = events([0x16, 3, 1, 0, 1, 0] + data + alert, cut: 3) { scanner in
            scanner.isSealed = true
            scanner.isVersion13 = true
            scanner.overhead = 17
        }
        #expect(seen == ["data(10)", "sealedAlert"])
    }

    @Test func `A record is told of when its last byte has come`() {
        var scanner = RecordScanner()
        scanner.isSealed = true
        scanner.overhead = 24
        let record: [UInt8] = [0x17, 3, 3, 0, 30] + [UInt8](repeating: 0, count: 30)
        var seen: [String] = []
        record.dropLast().withUnsafeBytes { part in scanner.scan(part) { seen.append("\($0)") } }
        #expect(seen == [])
        record.suffix(1).withUnsafeBytes { part in scanner.scan(part) { seen.append("\($0)") } }
        #expect(seen == ["data(6)"])
    }

    @Test(arguments: [1, 2, 5, 7, 100]) func `An alert in two records is one alert`(cut: Int) {
        let halves: [UInt8] = [0x15, 3, 1, 0, 1, 2, 0x15, 3, 1, 0, 1, 48]
        #expect(events(halves, cut: cut) == ["plainAlert(level: 2, number: 48)"])
        #expect(events(halves.prefix(6) + [0x16, 3, 1, 0, 1, 48], cut: cut) == [])
    }

    @Test func `Several alerts in one record are all seen`() {
        let seen = events([0x15, 3, 1, 0, 4, 1, 90, 1, 0], cut: 3)
        #expect(seen == ["plainAlert(level: 1, number: 90)", "plainAlert(level: 1, number: 0)"])
    }

    @Test func `An encrypted alert shows by its size, before and after the handshake`() {
        let head: [UInt8] = [0x16, 3, 1, 0, 1, 0]
        let under13: [UInt8] = [0x17, 3, 3, 0, 19] + [UInt8](repeating: 0, count: 19)
        let under12: [UInt8] = [0x15, 3, 3, 0, 26] + [UInt8](repeating: 0, count: 26)
        #expect(events(head + under13, cut: 4) == ["sealedAlert"])
        #expect(events(head + under12, cut: 4) == ["sealedAlert"])
    }

    @Test func `Only what may still become an alert is waited for`() {
        func waits(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { RecordScanner.endsInsideAlert($0) } }
        let alert: [UInt8] = [0x15, 3, 3, 0, 2, 2, 48]
        #expect((0...7).map { waits(Array(alert.prefix($0))) } == [false] + Array(repeating: true, count: 6) + [false])
        let halves: [UInt8] = [0x15, 3, 1, 0, 1, 2, 0x15, 3, 1, 0, 1, 48]
        #expect((1...12).map { waits(Array(halves.prefix($0))) } == Array(repeating: true, count: 11) + [false])
        #expect(!waits(halves.prefix(6) + [0x16]))
        // Its second byte has come with the record after it; what that begins is not waited for, or nothing would ever end.
        #expect(!waits(halves.prefix(6) + alert) && !waits(halves.prefix(6) + alert + alert))
        #expect(!waits([0x15, 3, 3, 0, 0]) && !waits([0x15, 3, 3, 0, 26, 1]) && !waits([0x16, 3, 1]))
    }

    @Test func `The first byte tells what is no TLS`() {
        #expect(events(Array("GET /".utf8), cut: 2) == ["notTLS(looksLikeHTTP: true)"])
        #expect(events([0, 1, 2], cut: 1) == ["notTLS(looksLikeHTTP: false)"])
    }
}
