import ArgumentParser
import HTTPSemantics
import PortalAuthentication
import PortalClient

/// The id of an item as a word of a command line.
enum ItemArgument {
    /// Throws wrong usage, with what an id looks like, for a word that is none.
    static func require(_ word: String) throws {
        do throws(PortalError) { _ = try PortalItem.ID(parsing: word) } catch {
            throw ValidationError(VisibleText.line(error.detail))
        }
    }
}
