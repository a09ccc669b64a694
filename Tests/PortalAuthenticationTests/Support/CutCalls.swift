import Platform
import PortalAuthentication

/// System calls that stop working after so many of them; each byte counts as one.
final class CutCalls: StoreFileCalls {
    private let left: Locked<Int>
    private let cut = Locked(false)
    private let system = SystemFileCalls()
    /// What happens to a program that has none left; nil: every further call fails and does nothing.
    private let ending: (@Sendable () -> Void)?

    init(after count: Int, ending: (@Sendable () -> Void)? = nil) {
        left = Locked(count)
        self.ending = ending
    }

    /// How many more go through.
    var rest: Int { left.withLock { $0 } }

    /// Whether everything went through.
    var isWhole: Bool { !cut.withLock { $0 } }

    /// Takes some; gives how many there were.
    private func take(_ wanted: Int) -> Int {
        left.withLock { left in
            let given = min(wanted, left)
            left -= given
            if given < wanted { cut.withLock { $0 = true } }
            return given
        }
    }

    private func call(_ body: () -> Int32) -> Int32 {
        if take(1) == 1 { return body() }
        ending?()
        errno = EIO
        return -1
    }

    func create(_ name: String, in folder: Int32) -> Int32 { call { system.create(name, in: folder) } }

    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
        let count = take(bytes.count)
        if count > 0 {
            let written = system.write(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: file)
            if count == bytes.count { return written }
        }
        ending?()
        errno = EIO
        return -1
    }

    /// What has been written is there once a program has ended; only the machine's end would need the disk.
    func sync(_ descriptor: Int32) -> Int32 { call { 0 } }
    func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
        call { system.rename(name, to: other, in: folder) }
    }
    func unlink(_ name: String, in folder: Int32) -> Int32 { call { system.unlink(name, in: folder) } }
}
