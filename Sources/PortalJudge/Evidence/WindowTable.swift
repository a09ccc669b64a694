/// The latest bytes of a text that a search slides over, as a key of a ``WindowTable``.
protocol ByteWindow: Equatable, Sendable {
    /// One of zeros.
    init()
    /// Takes a byte behind the others; the first one goes.
    mutating func push(_ byte: UInt8)
    /// Well mixed in its upper bits.
    var hash: UInt64 { get }
}

extension ByteWindow {
    /// Calls a body with each window of so many bytes in a row, and the number of its last one; bytes are pushed as they are read.
    @inline(__always)
    static func slide(
        over bytes: [UInt8], length: Int, reading: (UInt8) -> UInt8 = { $0 }, _ see: (_ last: Int, Self) -> Void
    ) {
        var window = Self()
        for (index, byte) in bytes.enumerated() {
            window.push(reading(byte))
            if index >= length - 1 { see(index, window) }
        }
    }
}

extension [Range<Int>] {
    /// Adds what begins behind the beginning of the last one; where the two overlap they become one.
    mutating func join(_ next: Range<Int>) {
        if let before = last, before.upperBound > next.lowerBound {
            self[count - 1] = before.lowerBound..<next.upperBound
        } else {
            append(next)
        }
    }
}

/// Windows of bytes, each with the number of what it belongs to, by their own hash: a `Dictionary` would hash that once more, and
/// a run builds thousands of entries.
struct WindowTable<Window: ByteWindow>: Sendable {
    private var windows: [Window]
    /// The number behind each window; negative where a place is free.
    private var owners: [Int32]
    /// How far a hash is shifted to give a place.
    private let shift: UInt64
    private(set) var count = 0
    /// A bit for each window; one that is not set spares the look into the table.
    private var filter: [UInt64]
    private let filterShift: UInt64

    /// Makes room for so many windows. `filterBits` is the binary logarithm of the bits in its filter, at least 6.
    init(room: Int, filterBits: UInt64, empty: Window) {
        var bits: UInt64 = 4
        while 1 << bits < 2 * room { bits += 1 }
        shift = 64 - bits
        windows = [Window](repeating: empty, count: 1 << Int(bits))
        owners = [Int32](repeating: -1, count: 1 << Int(bits))
        filter = [UInt64](repeating: 0, count: 1 << Int(filterBits - 6))
        filterShift = 64 - filterBits
    }

    /// Keeps a window and the number of its owner, unless it has one already. There must be room left.
    mutating func insert(_ window: Window, owner: Int) {
        let hash = window.hash
        var place = Int(hash >> shift)
        while owners[place] >= 0 {
            if windows[place] == window { return }
            place = (place + 1) & (owners.count - 1)
        }
        windows[place] = window
        owners[place] = Int32(owner)
        count += 1
        let bit = hash >> filterShift
        filter[Int(bit >> 6)] |= 1 << (bit & 63)
    }

    /// The number of a window's owner; nil for a window that is not kept.
    @inline(__always)
    func owner(of window: Window) -> Int? {
        let hash = window.hash
        let bit = hash >> filterShift
        guard filter[Int(bit >> 6)] & 1 << (bit & 63) != 0 else { return nil }
        var place = Int(hash >> shift)
        while owners[place] >= 0 {
            if windows[place] == window { return Int(owners[place]) }
            place = (place + 1) & (owners.count - 1)
        }
        return nil
    }
}
