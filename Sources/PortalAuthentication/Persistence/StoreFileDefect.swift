/// What is wrong with the bytes of a store file.
package enum StoreFileDefect: Error, Sendable, Hashable {
    /// Nothing is in it.
    case empty
    /// It is something else's file.
    case foreign
    /// Its end is missing.
    case cutOff
    /// Something stands behind its end.
    case overlong
    /// Bytes were changed.
    case changed
    /// A newer program has written it.
    case newer(Int)
    /// It asks for more memory or work than a store of ours.
    case tooCostly
    /// It is the file of the store with this name.
    case otherStore(String)
    /// It is a change of a store, in the place of the store.
    case isChange
    /// It is a store, or something else that changes nothing, in the place of a change.
    case isNoChange
    /// It is the change with this number.
    case otherChange(Int)
    /// It changes another file than the one beside it.
    case otherBase
    /// It follows another change than the one before it.
    case otherBefore
    /// It is not there, and others follow it.
    case missing
    /// It was sealed with a key of the other kind; whether that was a passphrase.
    case otherKindOfKey(isPassphrase: Bool)
    /// It was sealed with another key.
    case otherKey

    /// The error that users see, which says what to do.
    package func error(at path: String) -> PortalError {
        let aside = "; it was left as it is: put a copy back, or move it away to begin with an empty store"
        let amiss =
            "; all was left as it is: put a copy of the store back with every change, or move the store away to begin "
            + "with an empty one"
        switch self {
        case .empty: return PortalError(.storeCorrupted, detail: "\(path) is empty" + aside)
        case .foreign: return PortalError(.storeCorrupted, detail: "\(path) is no file of a credential store" + aside)
        case .cutOff: return PortalError(.storeCorrupted, detail: "\(path) is cut off" + aside)
        case .overlong: return PortalError(.storeCorrupted, detail: "\(path) goes on behind its end" + aside)
        case .changed: return PortalError(.storeCorrupted, detail: "\(path) was changed since it was written" + aside)
        case .tooCostly:
            return PortalError(.storeCorrupted, detail: "\(path) asks for more work than any store of ours" + aside)
        case .otherStore(let name):
            let name = PortalError.printable(name)
            return PortalError(.storeCorrupted, detail: "\(path) is the file of another store, \"\(name)\"" + aside)
        case .isChange:
            return PortalError(.storeCorrupted, detail: "\(path) is a change of a store, and no store" + amiss)
        case .isNoChange: return PortalError(.storeCorrupted, detail: "\(path) is no change of a store" + amiss)
        case .otherChange(let number):
            return PortalError(.storeCorrupted, detail: "\(path) is the change with the number \(number)" + amiss)
        case .otherBase:
            return PortalError(
                .storeCorrupted, detail: "\(path) is a change of another store than the one beside it" + amiss)
        case .otherBefore:
            return PortalError(.storeCorrupted, detail: "\(path) does not follow the change before it" + amiss)
        case .missing:
            return PortalError(.storeCorrupted, detail: "\(path) is missing, and later changes are there" + amiss)
        case .newer(let version):
            return PortalError(
                .storeTooNew,
                detail:
                    "\(path) was written by a newer version of this program (format \(version)); use that, or move it away"
            )
        case .otherKindOfKey(let isPassphrase):
            return PortalError(
                .storeKeyWrong,
                detail: "\(path) was written with a \(isPassphrase ? "passphrase" : "key file"); open it with that")
        case .otherKey:
            return PortalError(
                .storeKeyWrong, detail: "\(path) was written with another passphrase or key file; open it with that")
        }
    }
}
