internal import Platform

/// The browser of this machine's user: what `$BROWSER` names, else `xdg-open` (freedesktop.org) or macOS's `open`.
///
/// Programs are started as they are, never through a shell; the address is one argument. They get neither the terminal nor standard
/// input and output, so a browser for terminals is of no use here.
public struct SystemBrowser: Sendable {
    private let commands: [[String]]

    /// Looks at the environment for what to start.
    public init() {
        self.init(named: getenv("BROWSER").map { String(cString: $0) })
    }

    /// Takes the commands of a text as `$BROWSER` has it: several between colons, the address in the place of `%s` or at the end.
    init(named text: String?) {
        let named = (text ?? "").split(separator: ":").map { command in
            command.split(whereSeparator: \.isWhitespace).map(String.init)
        }
        #if os(macOS)
            commands = named.filter { !$0.isEmpty } + [["open"]]
        #else
            commands = named.filter { !$0.isEmpty } + [["xdg-open"]]
        #endif
    }

    /// Starts the first of the programs that can be started and does not fail, and waits until it has ended.
    ///
    /// A cancelled task returns at once and leaves the program running. Throws `browserNotOpened` with what became of each.
    public func open(_ url: HTTPURL) async throws(PortalError) { try await open(address: url.description) }

    /// The same with an address that need not be one of HTTP, as that of a file.
    package func open(address: String) async throws(PortalError) {
        var problems: [String] = []
        for command in commands {
            guard !Task.isCancelled else { return }
            do throws(ProgramStart.Failure) {
                let process = try ProgramStart.start(Self.arguments(of: command, for: address))
                let code = await FirstAnswer<Int32>(ifCancelled: 0).from { answer in
                    let thread = NativeThread { answer(ProgramStart.end(of: process)) }
                    if let thread { thread.detach() } else { answer(0) }
                }
                if code == 0 { return }
                problems.append("\(command[0]) ended with \(code)")
            } catch {
                problems.append("\(command[0]): \(error)")
            }
        }
        throw PortalError(
            .browserNotOpened,
            detail: "no browser could be opened (\(problems.joined(separator: ", "))); open the address by hand")
    }

    /// The command with the address in it.
    static func arguments(of command: [String], for address: String) -> [String] {
        let filled = command.map { word in
            word.firstRange(of: "%s").map { word[..<$0.lowerBound] + address + word[$0.upperBound...] }.map(String.init)
                ?? word
        }
        return filled == command ? command + [address] : filled
    }
}
