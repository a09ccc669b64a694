internal import Platform

/// PROJ (proj.org), opened when a coordinate system is first asked for and never linked: where it is missing, nothing else is.
///
/// What was opened stays open: systems hold their library, and it holds them.
package final class ProjLibrary: Sendable {
    /// The one of this machine; nil where there is none, or none that can do what is needed.
    ///
    /// The environment variable `MOCKPORTAL_PROJ` names another library than the usual ones.
    package static let shared = ProjLibrary(
        at: getenv("MOCKPORTAL_PROJ").map { [String(cString: $0)] } ?? usual)

    /// Where it is: PROJ 7 and later by their sonames, then as Homebrew puts it.
    private static let usual = [
        "libproj.so.25", "libproj.so.22", "libproj.so.19", "libproj.so", "libproj.dylib",
        "/opt/homebrew/lib/libproj.dylib", "/usr/local/lib/libproj.dylib",
    ]

    /// Systems that are kept: callers may ask for any number of them.
    private static let maximumSystems = 128

    private let functions: ProjFunctions
    /// PROJ's own state, which one thread at a time may use, and the systems that were asked for: nil where there is none.
    private let state: Locked<State>

    private struct State: @unchecked Sendable {
        let context: OpaquePointer
        var systems: [Int64: CoordinateSystem?] = [:]
    }

    /// Opens the first library that is there and complete; nil where none is.
    package init?(at paths: [String]) {
        for path in paths {
            guard let functions = ProjFunctions(path), let context = functions.createContext() else { continue }
            functions.setLogLevel(context, 0)
            functions.setNetwork(context, 0)
            self.functions = functions
            state = Locked(State(context: context))
            return
        }
        return nil
    }

    /// The coordinate system of a well-known id, which is a number of EPSG's registry or of Esri's; nil where there is none.
    package func system(_ id: Int64) -> CoordinateSystem? {
        // What is forgotten goes once the lock is open: a system takes it when it ends.
        var forgotten: [Int64: CoordinateSystem?] = [:]
        defer { forgotten = [:] }
        return state.withLock { state in
            if let known = state.systems[id] { return known }
            if state.systems.count >= Self.maximumSystems { swap(&state.systems, &forgotten) }
            let found = system(id, of: "EPSG", state.context) ?? system(id, of: "ESRI", state.context)
            state.systems[id] = .some(found)
            return found
        }
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
