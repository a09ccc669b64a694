/// Words for a POSIX shell.
package enum ShellArgument {
    /// The word for fish, where a backslash quotes within single quotes too (fishshell.com/docs › The fish language › Quotes).
    package static func quotedForFish(_ word: String) -> String {
        "'" + word.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }

    /// The word as it is where every byte is harmless, else in single quotes.
    package static func quoted(_ word: String) -> String {
        let harmless = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=@%+,".utf8.contains(byte)
            }
        }
        guard !harmless || word.isEmpty else { return word }
        // Scalars: with a combining mark behind it a quotation mark is another `Character`, and still ends the quotes.
        return "'" + word.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}
