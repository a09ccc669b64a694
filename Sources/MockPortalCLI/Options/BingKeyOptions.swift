import ArgumentParser
import HTTPSemantics
import JSONValues

/// The key for Bing Maps.
struct BingKeyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this key for layers of Bing Maps; other users of the machine can see it, a file is safer.",
            valueName: "key"))
    var bingKey: String?

    @Option(help: ArgumentHelp("Read the key for Bing Maps from this file.", valueName: "file"), completion: .file())
    var bingKeyFile: String?

    func validate() throws {
        if bingKey != nil, bingKeyFile != nil {
            throw ValidationError("--bing-key and --bing-key-file exclude each other")
        }
        if let bingKey, bingKey.isEmpty { throw ValidationError("--bing-key: a key has at least one character") }
    }

    /// The key that was given; nil where none was. Exit 2 for a file that cannot be read.
    func key() throws(CommandFailure) -> Secret<String>? {
        if let bingKey { return Secret(bingKey) }
        guard let bingKeyFile else { return nil }
        do { return try InputFile.secretWord(bingKeyFile) } catch { throw CommandFailure(error) }
    }
}
