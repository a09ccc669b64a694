internal import HTTPSemantics
internal import TLSIdentity

/// A store of credentials that offers identities of a ``ClientIdentityStore`` to servers.
protocol ClientIdentityUser: AnyObject, Sendable {
    /// Takes note that an identity is in the store no more: it is offered to none of the origins that it was chosen for, and
    /// their connections are closed before the call returns.
    func forget(_ identity: ClientIdentity, chosenFor origins: [Origin]) async
}
