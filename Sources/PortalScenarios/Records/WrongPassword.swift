internal import MockPortalServer
internal import PortalJudge

/// Passwords that are not the account's, made up by the runner and searched for like any secret.
enum WrongPassword {
    static func canary(for user: String, number: Int, portal: MockPortal) -> Canary {
        let origins = portal.canaries().first { $0.kind == .password }?.origins ?? []
        return Canary(
            name: "wrong:\(user)#\(number)", kind: .password, value: text(after: "wrong-"), origins: origins)
    }

    /// A text that cannot be guessed.
    static func text(after start: String) -> String {
        var text = start
        for _ in 0..<16 { text.append("abcdefghjkmnpqrstuvwxyz23456789".randomElement() ?? "x") }
        return text
    }
}
