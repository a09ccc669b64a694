internal import Platform

/// The processes that descend from one, and what the system tells of them (proc(5), Linux); elsewhere there are none.
///
/// A client's keeper is the parent of whatever the client leaves behind (prctl(2), PR_SET_CHILD_SUBREAPER), so that nothing gets away
/// from below it.
enum ProcessTree {
    /// More than this is read of no argument list, environment or list of processes.
    private static let limit = 1 << 18
    /// More processes than this are not looked at.
    private static let mostProcesses = 256

    /// Whether this system tells anything.
    static var isReadable: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    /// The processes below a process, each before what it started.
    static func below(_ root: pid_t) -> [pid_t] {
        guard isReadable else { return [] }
        var found: [pid_t] = []
        var open = [root]
        while let next = open.popLast(), found.count < mostProcesses {
            let children = children(of: next)
            found += children
            open += children
        }
        return found
    }

    /// The arguments of a process, as the bytes that they are; none for one that has ended.
    static func arguments(of process: pid_t) -> [[UInt8]] {
        texts(FileHead.bytes("/proc/\(process)/cmdline", atMost: limit))
    }

    /// The variables of a process as they were when its program began, as `NAME=value`.
    static func environment(of process: pid_t) -> [[UInt8]] {
        texts(FileHead.bytes("/proc/\(process)/environ", atMost: limit))
    }

    /// What stands in an environment beside what its process was given.
    ///
    /// A program may write to that memory: bash ends each name with a zero for a moment while it starts (`initialize_shell_variables`
    /// in its variables.c), and a title of a process is written over it (setproctitle(3)). So a piece of what was given is no addition.
    static func additions(in environment: [[UInt8]], to given: Set<[UInt8]>) -> [[UInt8]] {
        environment.filter { text in !given.contains(text) && !given.contains { $0.contains(text) } }
    }

    /// The paths of what a process holds open, with where each can be read though it was removed since.
    static func openFiles(of process: pid_t) -> [(path: String, place: BytePath)] {
        let folder: BytePath = "/proc/\(process)/fd"
        return names(in: folder).compactMap { name in
            let place = folder.appending(name)
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = place.withCString { readlink($0, &target, target.count) }
            guard count > 0, target[0] == CChar(UInt8(ascii: "/")) else { return nil }
            return (String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self), place)
        }
    }

    /// Every thread of a process has its own children.
    private static func children(of process: pid_t) -> [pid_t] {
        let folder: BytePath = "/proc/\(process)/task"
        return names(in: folder).flatMap { thread -> [pid_t] in
            let bytes = FileHead.bytes("\(folder)/\(thread)/children", atMost: limit) ?? []
            return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
        }
    }

    private static func names(in folder: BytePath) -> [BytePath] {
        guard let folder = OpenFolder(folder) else { return [] }
        return folder.entries().map(\.name)
    }

    private static func texts(_ bytes: [UInt8]?) -> [[UInt8]] { (bytes ?? []).split(separator: 0).map { Array($0) } }
}
