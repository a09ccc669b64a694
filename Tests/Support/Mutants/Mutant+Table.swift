extension Mutant {
    /// All mutants as a page in Markdown, `Fixtures/scenarios/FAULTS.md`.
    package static var page: String {
        let rows = all.sorted { $0.name < $1.name }.map { mutant in
            "| `\(mutant.name)` | \(mutant.fault) | \(mutant.breaks.joined(separator: " ")) | \(mutant.source) |\n"
        }
        return """
            # Planted faults

            A scenario counts only once a client with its fault was seen to fail it. Each fault is a mutant of the built-in client, around
            its own seams (`Tests/Support/Mutants`); `make mutants` runs them, `make goldens` rewrites this page.

            | fault | what the faulty client does | breaks | complaint, trap or clause |
            |---|---|---|---|

            """ + rows.joined()
    }
}
