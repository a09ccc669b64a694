/// Every step that a client can be told, by its name in messages; `Fixtures/clients/README.md` has a sample of each.
package enum DialogueStep: String, CaseIterable, Sendable {
    case begin
    case connect
    case load
    case retryLoad
    case resubmit
    case cancelLoad
    case credential
    case removeCredential
    case request
    case query
    case related
    case item
    case thumbnail
    case findItems
    case findGroups
    case trust
    case untrust
    case authority
    case answers
    case answerNow
    case handlers
    case signIn
    case application
    case signOut
    case revokeTokens
    case clearStores
    case importIdentity
    case identities
    case removeIdentity
    case webMap
    case openMap
    case changeBasemap
    case continueOpening
    case cancelOpening
    case retryLayer
    case popups
    case layer
    case edit
    case attachments
    case advance
    case cancel
    case describe
    /// Tasks that are done at once; only in a list of tasks.
    case parallel
    /// A file to be read to its end; only in a list of tasks.
    case pause
}
