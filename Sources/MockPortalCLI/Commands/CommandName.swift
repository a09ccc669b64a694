import ArgumentParser
import JSONValues

/// The names of commands, and what a misspelt one was probably meant to be.
enum CommandName {
    /// What is wrong with the command that a line names; nil where there is such a command, or the line names none.
    ///
    /// ArgumentParser suggests options, and no commands.
    static func mistake(in words: [String], below root: any ParsableCommand.Type) -> String? {
        var command = root
        var path = root._commandName
        for word in words.first == "help" ? words.dropFirst() : words[...] {
            let known = subcommands(of: command)
            guard !known.isEmpty, command.configuration.defaultSubcommand == nil, !word.hasPrefix("-"), word != "help"
            else { return nil }
            guard let next = known.first(where: { names(of: $0).contains(word) }) else {
                let shown = known.filter { $0.configuration.shouldDisplay }.map { $0._commandName }
                let nearest = NearestName.to(word, among: shown).map { "did you mean \(path) \($0)?" }
                return "there is no command \(path) \(word); "
                    + (nearest ?? "there are " + shown.joined(separator: ", "))
            }
            command = next
            path += " \(word)"
        }
        return nil
    }

    private static func subcommands(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        // Those of groups are among them.
        command.configuration.subcommands
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command._commandName] + command.configuration.aliases
    }
}
