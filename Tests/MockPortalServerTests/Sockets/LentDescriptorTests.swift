import Platform
import Testing

@testable import MockPortalServer

@Suite struct `Descriptors that are lent` {
    /// Lends a descriptor to something that fails, and closes it if that has not; false where there are too few descriptors.
    private func lend(_ descriptor: Int32, to user: () -> Void) -> Bool {
        guard let lent = LentDescriptor(descriptor) else { return false }
        user()
        lent.closeUnlessClosed()
        return true
    }

    @Test func `are closed where they are still open`() throws {
        let ends = try #require(DescriptorPair.sockets())
        defer { close(ends.0) }
        let isLent = lend(ends.1) {}
        #expect(isLent)
        var byte: UInt8 = 0
        // It never returns where the other end, or its copy, is still open.
        let count = read(ends.0, &byte, 1)
        #expect(count == 0)
    }

    @Test func `are left alone where their number stands for another file by now`() throws {
        let ends = try #require(DescriptorPair.sockets()), others = try #require(DescriptorPair.sockets())
        defer { for end in [ends.0, ends.1, others.0, others.1] { close(end) } }
        // One call closes the descriptor and has another file take its number, so that no file of another test can.
        let isLent = lend(ends.1) { _ = dup2(others.1, ends.1) }
        #expect(isLent)
        let taken = write(ends.1, "x", 1)
        #expect(taken == 1)
        var byte: UInt8 = 0
        let count = read(others.0, &byte, 1)
        #expect(count == 1)
    }
}
