internal import HTTPSemantics

/// One field of a form.
struct OperationField: Sendable {
    let name: String
    let label: String
    let kind: Kind
    /// What stands in it before anything was entered.
    let preset: String

    /// What is entered.
    enum Kind: Sendable {
        case text
        /// Several lines, as JSON.
        case area
        case password
        case file
        case choice([String])
    }

    /// A line of text.
    static func text(_ name: String, _ label: String, _ preset: String = "") -> OperationField {
        OperationField(name: name, label: label, kind: .text, preset: preset)
    }

    /// Several lines of text.
    static func area(_ name: String, _ label: String, _ preset: String = "") -> OperationField {
        OperationField(name: name, label: label, kind: .area, preset: preset)
    }

    /// One of some values, the first of which is the default.
    static func choice(_ name: String, _ label: String, _ values: [String]) -> OperationField {
        OperationField(name: name, label: label, kind: .choice(values), preset: values.first ?? "")
    }

    /// Yes or no.
    static func flag(_ name: String, _ label: String, _ preset: Bool = false) -> OperationField {
        choice(name, label, preset ? ["true", "false"] : ["false", "true"])
    }

    /// A file.
    static func file(_ name: String, _ label: String) -> OperationField {
        OperationField(name: name, label: label, kind: .file, preset: "")
    }

    /// A user name and a password.
    static let credentials = [
        OperationField.text("username", "User name"),
        OperationField(name: "password", label: "Password", kind: .password, preset: ""),
    ]

    /// The field with its label; a password and a file are never filled in.
    func html(value: String?) -> String {
        let id = "field-\(name)"
        let head = "id=\"\(id)\" name=\"\(name)\""
        let value = value ?? preset
        let input: String
        switch kind {
        case .text:
            let more =
                name == "username" ? " autocomplete=\"username\" autocapitalize=\"none\" spellcheck=\"false\"" : ""
            input = "<input \(head) value=\"\(MarkupText.escaped(value))\"\(more)>"
        case .area:
            input = "<textarea \(head) rows=\"4\" spellcheck=\"false\">\n\(MarkupText.escaped(value))</textarea>"
        case .password: input = "<input \(head) type=\"password\" autocomplete=\"current-password\">"
        case .file: input = "<input \(head) type=\"file\">"
        case .choice(let values):
            let options = values.map {
                "<option\($0 == value ? " selected" : "")>\(MarkupText.escaped($0))</option>"
            }
            input = "<select \(head)>\(options.joined())</select>"
        }
        return "<div class=\"field\"><label for=\"\(id)\">\(MarkupText.escaped(label))</label>\(input)</div>"
    }
}
