internal import JSONValues

/// The few HTML pages of a portal; every text in them is escaped.
enum HTMLPage {
    /// A document as the REST directory shows it.
    static func directory(of value: JSONValue) -> String {
        page(title: "ArcGIS Portal Directory", body: "<pre>\(escaped(value.text(pretty: true)))</pre>")
    }

    /// The page of `generateToken` without `f`: the token stands in a text area.
    static func token(_ text: String) -> String {
        page(
            title: "Generate Token",
            body: "<form><textarea name=\"token\" rows=\"4\" cols=\"80\" readonly>\(escaped(text))</textarea></form>")
    }

    /// The server's sign-in page.
    static let login = page(
        title: "ArcGIS REST Framework Login",
        body: "<form method=\"post\"><input name=\"username\"/><input name=\"password\" type=\"password\"/></form>")

    /// What a web server says of a path that belongs to nobody.
    static let notFound = page(title: "404 Not Found", body: "<h1>Not Found</h1>")

    static func page(title: String, body: String) -> String {
        "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>\(escaped(title))</title></head>\n<body>\(body)</body></html>\n"
    }

    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
