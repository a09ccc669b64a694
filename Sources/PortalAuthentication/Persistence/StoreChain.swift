internal import HTTPSemantics

/// The files of a store as they stand in its folder: one with all of it, and the changes after that, each of which names the one before.
struct StoreChain: Sendable {
    /// A store of no more bytes is written as a whole at every change: a file takes a block of the disk anyway.
    static let block = 4096
    /// What a change counts besides its bytes, for its name and the rest of its block.
    private static let overhead = 512
    /// Which writing of the base it is.
    let mark: OpenStoreFolder.Mark
    /// The salt of the base.
    let base: [UInt8]
    /// Whether changes may follow; a base of the first version is alone, and what stands beside it was left over from another.
    let isFollowed: Bool
    /// The number of the last change, in the base or after it.
    private(set) var last: Int
    /// The salt of the last change, or of the base.
    private(set) var salt: [UInt8]
    private var changesSize = 0

    /// A base that was read or written; nil for the header of a change.
    init?(_ header: StoreFileHeader, _ mark: OpenStoreFolder.Mark) {
        switch header.part {
        case .alone: (isFollowed, last) = (false, 0)
        case .base(let containing): (isFollowed, last) = (true, containing)
        case .change: return nil
        }
        self.mark = mark
        base = header.fileSalt
        salt = header.fileSalt
    }

    /// Whether the next change is written by itself: until all of them take more room than the base.
    var mayGrow: Bool { isFollowed && mark.size > Self.block && changesSize < mark.size }

    /// What the header of the next change says.
    var next: StoreFileHeader.Part { .change(number: last + 1, base: base, before: salt) }

    /// Goes on to a change that was read or written; throws where it is no change, or not the next one of these.
    mutating func follow(_ header: StoreFileHeader, size: Int) throws(StoreFileDefect) {
        guard case .change(let number, let base, let before) = header.part else { throw .isNoChange }
        guard number == last + 1 else { throw .otherChange(number) }
        guard base == self.base else { throw .otherBase }
        guard before == salt else { throw .otherBefore }
        last = number
        salt = header.fileSalt
        changesSize += size + Self.overhead
    }
}

/// What a process knows of a store without reading it again; it is used under the folder's lock alone.
final class KnownStore {
    var chain: StoreChain
    var document: StoreDocument

    init(_ chain: StoreChain, _ document: StoreDocument) {
        self.chain = chain
        self.document = document
    }
}
