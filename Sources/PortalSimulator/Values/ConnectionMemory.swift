/// What a connection remembers of who signed in over it, for as long as it is open.
///
/// Only the thread that serves the connection touches it, or the one that works out an answer while the connection waits.
package protocol ConnectionMemory: AnyObject, Sendable {
    /// How far a sign-in has come that belongs to the connection; nil before the first one.
    var signIn: (any ConnectionSignIn)? { get set }
}

/// A sign-in that belongs to a connection, as NTLM's and Negotiate's do (RFC 4559 §6); the web tier alone knows what it holds.
package protocol ConnectionSignIn: Sendable {}
