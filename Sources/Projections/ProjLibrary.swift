internal import Platform

/// PROJ (proj.org), opened when a coordinate system is first asked for and never linked: where it is missing, nothing else is.
///
/// What was opened stays open: systems hold their library, and it holds them.
package final class ProjLibrary: Sendable {
    /// The one of this machine; nil where there is none, or none that can do what is needed.
    ///
    /// The environment variable `MOCKPORTAL_PROJ` names another library than the usual ones.
    package static let shared = ProjLibrary(at: places)

    /// Where the one of this machine may be, the likeliest place first.
    package static var places: [String] { getenv("MOCKPORTAL_PROJ").map { [String(cString: $0)] } ?? usual }

    /// Where it is: PROJ 7 and later by their sonames, then as Homebrew puts it.
    private static let usual = [
        "libproj.so.25", "libproj.so.22", "libproj.so.19", "libproj.so", "libproj.dylib",
        "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib",
    ]

    private let functions: ProjFunctions
    /// PROJ's own state, which one thread at a time may use, and the systems that were asked for.
    private let state: Locked<State>

    private struct State: @unchecked Sendable {
        let context: OpaquePointer
        let maximumSystems: Int
        /// The ids that there are; nil until a system is asked for, and where PROJ cannot read its database.
        var registries: [SystemRegistry]?
        /// What was made, nil where PROJ knows an id and can reckon nothing with it.
        var systems: [Int64: CoordinateSystem?] = [:]
        /// The ids of those, the oldest first.
        var order = Deque<Int64>()

        /// Keeps what was made; gives the system that is forgotten for it.
        mutating func keep(_ system: CoordinateSystem?, _ id: Int64) -> CoordinateSystem? {
            systems.updateValue(system, forKey: id)
            order.append(id)
            guard order.count > maximumSystems, let oldest = order.popFirst() else { return nil }
            return systems.removeValue(forKey: oldest) ?? nil
        }
    }

    /// Opens the first library that is there and complete; nil where none is.
    ///
    /// It keeps so many systems, and forgets the oldest for a new one: callers may ask for any number of them. Default: 128.
    package init?(at paths: [String], keeping maximumSystems: Int = 128) {
        for path in paths {
            guard let functions = ProjFunctions(path), let context = functions.createContext() else { continue }
            functions.setLogLevel(context, 0)
            functions.setNetwork(context, 0)
            self.functions = functions
            state = Locked(State(context: context, maximumSystems: maximumSystems))
            return
        }
        return nil
    }

    /// The coordinate system of a well-known id, which is a number of EPSG's registry or of Esri's; nil where there is none.
    package func system(_ id: Int64) -> CoordinateSystem? {
        let (found, forgotten) = state.withLock { state -> (CoordinateSystem?, CoordinateSystem?) in
            if let known = state.systems[id] { return (known, nil) }
            if state.registries == nil { state.registries = SystemRegistry.all(functions, state.context) }
            let registries = (state.registries ?? []).filter { $0.ids.contains(id) }
            guard !registries.isEmpty else { return (nil, nil) }
            var found: CoordinateSystem?
            for registry in registries where found == nil { found = system(id, of: registry.authority, state.context) }
            return (found, state.keep(found, id))
        }
        // What is forgotten goes once the lock is open: a system takes it when it ends.
        withExtendedLifetime(forgotten) {}
        return found
    }

    private func system(_ id: Int64, of authority: String, _ context: OpaquePointer) -> CoordinateSystem? {
        let name = "\(authority):\(id)"
        guard let definition = functions.create(context, name) else { return nil }
        defer { functions.destroy(definition) }
        let type = functions.type(definition)
        guard type == ProjFunctions.geographic || type == ProjFunctions.projected,
            let axes = functions.axes(context, definition)
        else { return nil }
        defer { functions.destroy(axes) }
        var unit = 0.0
        guard functions.axisUnit(context, axes, 0, nil, nil, nil, &unit, nil, nil, nil) == 1, unit > 0,
            let raw = functions.createTransformation(context, "EPSG:4326", name, nil)
        else { return nil }
        defer { functions.destroy(raw) }
        // East before north, whatever the order of the registry is.
        guard let transformation = functions.normalize(context, raw) else { return nil }
        return CoordinateSystem(
            id: id, name: name, isGeographic: type == ProjFunctions.geographic, unit: unit,
            Transformation(transformation), self)
    }

    /// Transforms pairs of coordinates in their place; what cannot be transformed becomes infinite.
    func transform(_ pairs: inout [Double], by transformation: Transformation, isForward: Bool) {
        let count = pairs.count / 2
        guard count > 0 else { return }
        state.withLock { _ in
            pairs.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                let stride = 2 * MemoryLayout<Double>.stride
                _ = functions.transform(
                    transformation.pointer, isForward ? 1 : -1, base, stride, count, base + 1, stride, count, nil, 0, 0,
                    nil, 0, 0)
            }
        }
    }

    func destroy(_ transformation: Transformation) { state.withLock { _ in functions.destroy(transformation.pointer) } }
}

/// A transformation of PROJ's: it is used while its library's state is locked.
struct Transformation: @unchecked Sendable {
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) { self.pointer = pointer }
}
