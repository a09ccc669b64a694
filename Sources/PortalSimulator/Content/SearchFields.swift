internal import HTTPSemantics
internal import JSONValues

/// How a field of a search compares.
enum SearchFieldKind: Sendable {
    /// The whole value, whatever its case.
    case whole
    /// The value's words.
    case words
    /// A phrase is the whole value, a bare word one of its words.
    case phraseIsWhole
    /// A number, which ranges can be asked of.
    case number
}

/// The fields that a kind of entry can be searched by.
struct SearchFields<Entry>: Sendable {
    /// Field names in lower case; one that is missing here finds nothing.
    let kinds: [String: SearchFieldKind]
    /// The fields of a term that names none.
    let defaults: [String]
    /// A field's values.
    let values: @Sendable (Entry, _ field: String) -> [String]
    /// A member of the entry's document, to sort by.
    let member: @Sendable (Entry, String) -> JSONValue?
    let extent: @Sendable (Entry) -> JSONValue?
    /// What is kept of the entry's fields, split.
    let kept: @Sendable (Entry) -> SearchTexts

    /// A field's values as they are compared.
    func texts(_ entry: Entry, _ field: String) -> [SearchText] {
        kept(entry).texts(field) { values(entry, field) }
    }
}

extension SearchFields where Entry == PortalContent.Item {
    static var item: SearchFields {
        SearchFields(
            kinds: [
                "id": .whole, "owner": .whole, "access": .whole, "orgid": .whole, "accountid": .whole, "group": .whole,
                "url": .whole, "culture": .whole, "name": .whole, "type": .phraseIsWhole,
                "typekeywords": .phraseIsWhole,
                "title": .words, "tags": .words, "snippet": .words, "description": .words, "created": .number,
                "modified": .number, "uploaded": .number, "numviews": .number, "numratings": .number,
                "numcomments": .number,
                "avgrating": .number, "size": .number,
            ],
            defaults: ["title", "tags", "snippet", "description", "type", "typekeywords", "owner", "id"],
            values: { item, field in
                switch field {
                case "group": item.groups
                case "orgid", "accountid": item.organization.map { [$0] } ?? []
                case "access": [item.access.rawValue]
                case "uploaded": DocumentMember.texts(item.document, "created")
                default: DocumentMember.texts(item.document, field)
                }
            },
            member: { DocumentMember.value($0.document, $1) }, extent: { $0.document["extent"] },
            kept: { $0.searched })
    }
}

extension SearchFields where Entry == PortalContent.Group {
    static var group: SearchFields {
        SearchFields(
            kinds: [
                "id": .whole, "owner": .whole, "access": .whole, "orgid": .whole, "accountid": .whole, "title": .words,
                "tags": .words, "snippet": .words, "description": .words, "created": .number, "modified": .number,
                "isinvitationonly": .whole,
            ],
            defaults: ["title", "tags", "snippet", "description", "owner", "id"],
            values: { group, field in
                field == "accountid" ? [group.organization] : DocumentMember.texts(group.document, field)
            },
            member: { DocumentMember.value($0.document, $1) }, extent: { _ in nil }, kept: { $0.searched })
    }
}

extension SearchFields where Entry == PortalContent.User {
    static var user: SearchFields {
        SearchFields(
            kinds: [
                "username": .whole, "fullname": .words, "firstname": .words, "lastname": .words, "orgid": .whole,
                "accountid": .whole, "description": .words, "tags": .words, "created": .number, "modified": .number,
            ],
            defaults: ["username", "fullname", "tags"],
            values: { user, field in
                field == "orgid" || field == "accountid"
                    ? user.organization.map { [$0] } ?? [] : DocumentMember.texts(user.profile, field)
            },
            member: { DocumentMember.value($0.profile, $1) }, extent: { _ in nil }, kept: { $0.searched })
    }
}

/// Members of a document found whatever the case of their names: queries write `numviews` for `numViews`.
enum DocumentMember {
    static func value(_ document: [String: JSONValue], _ name: String) -> JSONValue? {
        document[name] ?? document.first { $0.key.isSameName(as: name) }?.value
    }

    static func texts(_ document: [String: JSONValue], _ name: String) -> [String] {
        switch value(document, name) {
        case .string(let text): [text]
        case .array(let elements): elements.compactMap(\.string)
        case .integer(let number): [String(number)]
        case .number(let number): [String(number)]
        case .bool(let truth): [truth ? "true" : "false"]
        case .object, .null, nil: []
        }
    }
}
