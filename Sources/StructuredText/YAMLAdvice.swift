internal import JSONValues

/// What libyaml says of a mistake, in words that say what to do.
struct YAMLAdvice {
    /// The mistake, and what to do about it.
    let text: String
    /// Where it is.
    let place: SourcePlace

    /// Finds the advice for a problem in a line; `opened` is where that began which the problem is in.
    init(problem: String, place: SourcePlace, line: [UInt8], opened: SourcePlace?) {
        self.place = place
        let indentation = line.prefix { $0 == 0x20 || $0 == 0x09 }
        let since = opened.map { " that begins in line \($0.line)" } ?? ""
        text =
            switch problem {
            case _ where indentation.contains(0x09):
                "the line is indented with a tab; indent with blanks"
            case "found character that cannot start any token":
                "a text cannot begin with this character; put the text in quotation marks"
            case "mapping values are not allowed in this context":
                "a colon and a blank stand where no key can be: put a text that holds \": \" in quotation marks, and indent "
                    + "the keys of an object alike"
            case "could not find expected ':'":
                "a key without a colon and a blank behind it\(since)"
            case "did not find expected key":
                "the line is indented otherwise than the other keys of its object\(since)"
            case "did not find expected '-' indicator":
                "the line does not belong to the list\(since): begin it with \"- \", or indent it otherwise"
            case "block sequence entries are not allowed in this context":
                "a list cannot begin behind other words in a line; begin it in a line of its own"
            case "found unexpected end of stream":
                "a text in quotation marks\(since) is not closed"
            case "did not find expected ',' or ']'":
                "a comma or the closing ] of the list\(since) is missing"
            case "did not find expected ',' or '}'":
                "a comma or the closing } of the object\(since) is missing"
            default: problem
            }
    }
}
