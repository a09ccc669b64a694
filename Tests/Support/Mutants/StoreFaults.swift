internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A way of keeping credentials that is wrong in one thing.
struct FaultyStore: StorePersistence {
    enum Fault: Sendable {
        /// Nothing that was kept is ever found again.
        case forgets
        /// What is kept is written down as it is as well.
        case plain
        /// Everybody may read the files.
        case open
        /// What cannot be read is deleted.
        case deletes
        /// Only the first change of each store is written.
        case late
    }
    let fault: Fault
    let store: any StorePersistence
    let folder: String
    private let written = Locked<Set<String>>([])

    init(_ fault: Fault, _ store: any StorePersistence, folder: String) {
        self.fault = fault
        self.store = store
        self.folder = folder
    }

    func load(_ name: String) async throws(PortalError) -> Secret<[UInt8]>? {
        switch fault {
        case .forgets:
            try await store.erase(name)
            return nil
        case .deletes:
            do throws(PortalError) {
                return try await store.load(name)
            } catch {
                try await store.erase(name)
                return nil
            }
        default: return try await store.load(name)
        }
    }

    func update(
        _ name: String, _ body: @escaping @Sendable (Secret<[UInt8]>?) throws(PortalError) -> Secret<[UInt8]>
    ) async throws(PortalError) {
        if fault == .late, !written.withLock({ $0.insert(name).inserted }) { return }
        let (fault, folder) = (fault, folder)
        try await store.update(name) { old throws(PortalError) in
            let new = try body(old)
            if fault == .plain { new.reveal { _ = try? Data($0).write(to: URL(filePath: "\(folder)/\(name).json")) } }
            return new
        }
        guard fault == .open else { return }
        FileModes.open(everythingIn: folder)
    }

    func erase(_ name: String) async throws(PortalError) { try await store.erase(name) }
}
