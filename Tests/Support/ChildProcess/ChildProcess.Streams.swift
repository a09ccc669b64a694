internal import Platform

extension ChildProcess {
    /// What a program's input and outputs are.
    package enum Streams: Sendable {
        /// Pipes; the errors come with the output.
        case pipes
        /// Pipes for input and output; the errors go where those of the tests go.
        case pipesBesideErrors
        /// A terminal, by the name of its device; it becomes the controlling one of a new session.
        case terminal(String)
    }

    /// The ends of the pipes to a program, both or neither; no other child inherits them.
    struct Pipes {
        var toChild: (reading: Int32, writing: Int32)
        var fromChild: (reading: Int32, writing: Int32)

        init() throws {
            toChild = try Self.pipe()
            do {
                fromChild = try Self.pipe()
            } catch {
                close(toChild.reading)
                close(toChild.writing)
                throw error
            }
        }

        private static func pipe() throws -> (reading: Int32, writing: Int32) {
            guard let ends = DescriptorPair.pipe() else {
                throw Failure(description: "no pipe: \(String(cString: strerror(errno)))")
            }
            return ends
        }
    }
}
