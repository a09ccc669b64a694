import Platform

/// The terminal that a person sits at: asks and hears, apart from standard input and output.
///
/// Only there while standard input is a terminal, so that a script never hangs on a question.
struct Terminal: ~Copyable {
    private let descriptor: Int32
    /// Ends a question whose task was cancelled; nil where the question cannot be ended early.
    private let alarm: WakePipe?

    /// Whether there is a terminal at which the user can be asked.
    static var isThere: Bool { controlling() != nil }

    /// Opens the controlling terminal; nil where there is none, or standard input is not a terminal.
    static func controlling(until alarm: WakePipe? = nil) -> Terminal? {
        guard isatty(STDIN_FILENO) == 1 else { return nil }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        return descriptor >= 0 ? Terminal(owning: descriptor, until: alarm) : nil
    }

    /// Runs a body that asks, on a thread of its own; nil without a terminal. Cancelling the task ends the question.
    static func asking<Answer: Sendable>(_ body: @escaping @Sendable (borrowing Terminal) -> Answer?) async -> Answer? {
        let alarm = WakePipe()
        let ask: @Sendable () -> Answer? = {
            guard let terminal = Terminal.controlling(until: alarm) else { return nil }
            return body(terminal)
        }
        return await withTaskCancellationHandler {
            // Without a thread the question blocks this one.
            await NativeThread.value(ask) ?? ask()
        } onCancel: {
            alarm?.ring()
        }
    }

    private init(owning descriptor: Int32, until alarm: WakePipe?) {
        self.descriptor = descriptor
        self.alarm = alarm
    }

    deinit { close(descriptor) }

    /// Shows lines, as the console does.
    borrowing func show(_ lines: String...) { show(lines: lines) }

    /// Shows lines, as the console does.
    borrowing func show(lines: [String]) {
        write(lines.map { Console.shown($0) + "\n" }.joined())
    }

    private borrowing func write(_ text: String) { Console.write(Console.Verbatim(text), to: descriptor) }

    /// Asks for a line that is shown while it is typed; nil when the person gives up (end of input).
    borrowing func ask(_ question: String) -> String? {
        write(Console.shown(question))
        var line: [UInt8] = []
        while let byte = readByte() {
            if byte == Key.newline { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Asks for a line that is not shown; nil when the person gives up (control-C, control-D, end of input).
    ///
    /// The terminal reads byte by byte with echo and signals off, so that control-C cannot leave it mute; no other signal does.
    borrowing func askSecretly(_ question: String) -> String? {
        guard let modes = TerminalModes(of: descriptor), modes.mute() else { return nil }
        let answer = readMuted(after: question)
        _ = consume modes
        write("\n")
        return answer
    }

    private borrowing func readMuted(after question: String) -> String? {
        write(Console.shown(question))
        var line: [UInt8] = []
        while let byte = readByte() {
            switch byte {
            case Key.newline, Key.carriageReturn: return String(decoding: line, as: UTF8.self)
            case Key.controlC: return nil
            case Key.controlD: if line.isEmpty { return nil }
            case Key.backspace, Key.delete: Self.dropLastCharacter(of: &line)
            case Key.controlU: line.removeAll()
            default: line.append(byte)
            }
        }
        return nil
    }

    private borrowing func readByte() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            // Where poll(2) knows no terminals, reading waits.
            guard alarm?.waitsToRead(descriptor) ?? true else { return nil }
            let count = read(descriptor, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// A character may be several bytes of UTF-8: its continuation bytes go with it.
    private static func dropLastCharacter(of line: inout [UInt8]) {
        while let last = line.popLast(), last & 0b1100_0000 == 0b1000_0000 {}
    }

    private enum Key {
        static let controlC: UInt8 = 3
        static let controlD: UInt8 = 4
        static let backspace: UInt8 = 8
        static let newline: UInt8 = 10
        static let carriageReturn: UInt8 = 13
        static let controlU: UInt8 = 21
        static let delete: UInt8 = 127
    }
}
