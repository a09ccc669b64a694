internal import Platform

/// The calls that change a folder of stores, so that a test can end a program between any two of them.
///
/// Each is the system's call of that name and gives what that gives; -1 leaves its reason in `errno`.
package protocol StoreFileCalls: Sendable {
    func create(_ name: String, in folder: Int32) -> Int32
    func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int
    func sync(_ descriptor: Int32) -> Int32
    func rename(_ name: String, to other: String, in folder: Int32) -> Int32
    func unlink(_ name: String, in folder: Int32) -> Int32
}

/// The system's own.
package struct SystemFileCalls: StoreFileCalls {
    package init() {}

    package func create(_ name: String, in folder: Int32) -> Int32 {
        openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
    }

    package func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
        Platform.write(file, bytes.baseAddress, bytes.count)
    }

    package func sync(_ descriptor: Int32) -> Int32 { fsync(descriptor) }

    package func rename(_ name: String, to other: String, in folder: Int32) -> Int32 {
        renameat(folder, name, folder, other)
    }

    package func unlink(_ name: String, in folder: Int32) -> Int32 { unlinkat(folder, name, 0) }
}
