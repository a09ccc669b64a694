internal import Platform

extension ChildProcess {
    /// What a program's input and outputs are.
    package enum Streams: Sendable {
        /// Pipes; the errors come with the output.
        case pipes
        /// Pipes; the errors come apart from the output.
        case pipesForEach
        /// Pipes for input and output; the errors go where those of the tests go.
        case pipesBesideErrors
        /// A terminal, by the name of its device; it becomes the controlling one of a new session.
        case terminal(String)
    }

    /// The ends of the pipes to a program, all or none; no other child inherits them.
    struct Pipes {
        typealias Ends = (reading: Int32, writing: Int32)

        let input: Ends
        let output: Ends
        /// Nil where the errors go elsewhere.
        let errors: Ends?

        init(separatingErrors: Bool) throws {
            var opened: [Ends] = []
            do {
                for _ in 0..<(separatingErrors ? 3 : 2) { opened.append(try Self.pipe()) }
            } catch {
                Self.close(opened)
                throw error
            }
            (input, output, errors) = (opened[0], opened[1], separatingErrors ? opened[2] : nil)
        }

        /// Closes the ends that the program has.
        func closeTheProgramsEnds() {
            for end in [input.reading, output.writing, errors?.writing].compactMap(\.self) { Platform.close(end) }
        }

        /// Closes all ends.
        func close() { Self.close([input, output, errors].compactMap(\.self)) }

        private static func close(_ pipes: [Ends]) {
            for ends in pipes {
                Platform.close(ends.reading)
                Platform.close(ends.writing)
            }
        }

        private static func pipe() throws -> Ends {
            guard let ends = DescriptorPair.pipe() else {
                throw Failure(description: "no pipe: \(String(cString: strerror(errno)))")
            }
            return ends
        }
    }
}
