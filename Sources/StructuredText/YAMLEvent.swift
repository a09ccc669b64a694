internal import CYAML
internal import JSONValues

/// One step through a YAML text, as libyaml tells it.
struct YAMLEvent {
    /// What comes there.
    enum Kind {
        case scalar(String, isPlain: Bool)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case alias
        case documentStart, documentEnd
        case streamStart, streamEnd
    }

    let kind: Kind
    /// Where it begins.
    let place: SourcePlace
    /// Whether it has a name for aliases, as `&base`.
    var hasAnchor = false
    /// Whether it says its own type, as `!!str`.
    var hasTag = false

    /// Copies what a parser has filled in.
    init(_ event: borrowing yaml_event_t) {
        place = SourcePlace(event.start_mark)
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let text = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            kind = .scalar(String(decoding: text, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
            hasAnchor = scalar.anchor != nil
            hasTag = scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            hasAnchor = event.data.sequence_start.anchor != nil
            hasTag = event.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            hasAnchor = event.data.mapping_start.anchor != nil
            hasTag = event.data.mapping_start.tag != nil
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
        case YAML_STREAM_START_EVENT: kind = .streamStart
        default: kind = .streamEnd
        }
    }
}

extension SourcePlace {
    /// A mark of libyaml, which counts from 0 and in code points.
    init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
