internal import Platform

/// A descriptor in the hands of a library that keeps it where it succeeds, and where it fails has closed it in some cases and not in
/// others.
///
/// Its number alone may stand for a file of another thread by then. A second descriptor of the same file tells whether it does: as long
/// as that is open, no other file has the device and the inode of this one (fstat(2)).
struct LentDescriptor: ~Copyable {
    private let number: Int32
    private let spare: Descriptor

    /// Lends a descriptor; nil with `errno` where the system has none left for the second one.
    init?(_ number: Int32) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.number = number
        spare = Descriptor(copy)
    }

    /// Closes the descriptor, unless the library has.
    func closeUnlessClosed() {
        var (facts, own) = (stat(), stat())
        guard fstat(number, &facts) == 0, fstat(spare.number, &own) == 0, facts.st_dev == own.st_dev,
            facts.st_ino == own.st_ino
        else { return }
        close(number)
    }
}
