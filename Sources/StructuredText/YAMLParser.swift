internal import CYAML
internal import JSONValues

/// Steps through a text in UTF-8 with libyaml, and owns libyaml's state.
struct YAMLParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeBufferPointer<UInt8>
    private let source: String

    /// Begins with a text, which has to stay where it is as long as the parser is used; nil without memory.
    init?(borrowing bytes: UnsafeBufferPointer<UInt8>, source: String) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        self.parser = parser
        self.bytes = bytes
        self.source = source
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Goes one step further; throws where the text is no YAML.
    mutating func next() throws(DocumentError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw mistake }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    /// What libyaml found wrong, with advice; the text itself is not quoted, for it may hold anything.
    private var mistake: DocumentError {
        let state = parser.pointee
        let problem = state.problem.map { String(cString: $0) } ?? "it cannot be parsed"
        if state.error == YAML_READER_ERROR {
            let place = SourcePlace(of: min(state.problem_offset, bytes.count), in: bytes)
            return DocumentError(.malformed, source: source, problem: "is no YAML: \(problem)").placed(at: place)
        }
        let place = SourcePlace(state.problem_mark)
        let advice = YAMLAdvice(
            problem: problem, place: place, line: bytes.line(place.line),
            opened: state.context == nil ? nil : SourcePlace(state.context_mark))
        return DocumentError(.malformed, source: source, problem: "is no YAML: \(advice.text)").placed(at: advice.place)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The bytes of a line, counted from 1.
    fileprivate func line(_ number: Int) -> [UInt8] {
        let lines = split(
            maxSplits: number, omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: "\n") })
        return lines.count >= number ? Array(lines[number - 1]) : []
    }
}
