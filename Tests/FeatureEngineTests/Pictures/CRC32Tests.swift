import Testing

@testable import FeatureEngine

@Suite struct `The checksum of gzip and PNG` {
    @Test func `has the check value of its standard`() {
        // CRC-32/ISO-HDLC (reveng.sourceforge.io, catalogue of parametrised CRC algorithms).
        #expect(CRC32.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum([]) == 0)
    }
}
