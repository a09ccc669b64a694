/// How much one portal and its control API keep of everything that clients and callers can make more of.
///
/// Each member says what happens at its limit. Where something is forgotten or refused, the journal has a decision of the gate `limits`.
/// `Int.max` is no limit; a number below the least with which a portal works counts as that least one: one worker, one token.
public struct ResourceLimits: Sendable, Equatable {
    /// The journal; the oldest entries are dropped, and nothing is judged as passed then.
    public var journal = JournalLimits()
    /// Access tokens, and ID tokens of an identity-aware proxy; the oldest one ends.
    public var tokens = 10_000
    /// Authorization codes; the oldest one ends.
    public var codes = 1_000
    /// Refresh tokens; the oldest one ends.
    public var refreshTokens = 5_000
    /// Browsers that are signed in; the oldest one is asked to sign in again.
    public var sessions = 1_000
    /// Sign-in pages that are open; who has had one for longest must begin again.
    public var signInPages = 4_096
    /// Nonces of Digest, and Kerberos tokens that have signed in; the least recently used quarter is forgotten, and is stale then.
    public var nonces = 8_192
    /// Passwords that accounts are given while the portal runs; further changes are refused.
    public var passwordChanges = 1_000
    /// Answers that wait for a release; further ones are HTTP 503 at once.
    public var heldAnswers = 512
    /// Queries, searches, long lists, pictures, edits and requests with long bodies that are worked out at the same time.
    public var workers = 2
    /// Those that wait for their turn; further ones are HTTP 503 at once.
    public var waitingAnswers = 64
    /// Bytes of answers that are under way, to clients that have not read them yet, those of up to 256 KiB aside; further ones are HTTP
    /// 503 at once.
    public var answerBytes = 512 << 20
    /// Bytes of request bodies in memory that are read, and not answered yet, the first 64 KiB of each aside; further ones are HTTP 503.
    public var requestBytes = 256 << 20
    /// Bytes of bodies in parts (multipart/form-data) that are read, and not answered yet, likewise, with those in temporary files;
    /// further ones are HTTP 503.
    public var uploadBytes = 1 << 30
    /// Features that edits add to one layer; further ones fail.
    public var addedFeatures = 100_000
    /// Bytes that edits add to one layer; further ones fail.
    public var editedBytes = 64 << 20
    /// Bytes that clients add to the features of all layers of one portal, by edits, files and fields; further ones are refused. Each
    /// value counts as 16, an empty one too, each feature as 64 besides. What is deleted counts until its layer goes.
    public var featureBytes = 512 << 20
    /// Attachments of one layer; further ones fail.
    public var attachments = 10_000
    /// Bytes of what is uploaded as attachments of one layer; further ones fail.
    public var attachedBytes = 256 << 20
    /// Bytes that clients attach to the features of all layers of one portal; further ones fail. Names and keywords count, and 256 for
    /// each attachment besides. What is deleted is given back.
    public var attachmentBytes = 1 << 30
    /// Items of one portal; further ones are refused.
    public var items = 10_000
    /// Bytes that clients write into items: documents, files, resources, thumbnails, comments; further ones are refused. What searches
    /// keep takes the bytes of the texts that they look at twice more, here and in ``contentBytes``.
    public var itemBytes = 256 << 20
    /// Relationships between items; further ones are refused.
    public var relationships = 10_000
    /// Bytes that clients write into groups, users, organizations, services and replicas, features that they edit aside; further ones
    /// are refused.
    public var contentBytes = 128 << 20
    /// Folders of one user; further ones are refused.
    public var folders = 1_000
    /// Groups of one portal; further ones are refused.
    public var groups = 1_000
    /// Invitations into groups that were not answered; further ones are refused.
    public var invitations = 10_000
    /// Notifications of one user; the oldest are dropped.
    public var notifications = 1_000
    /// Users of one portal; further ones are refused.
    public var users = 10_000
    /// Roles of one organization; further ones are refused.
    public var roles = 500
    /// Services that clients made in one portal; further ones are refused.
    public var services = 1_000
    /// Jobs of one portal that are remembered; the oldest are forgotten.
    public var jobs = 1_000
    /// Replicas that clients took of one portal's services; further ones are refused.
    public var replicas = 1_000
    /// Bytes of files that operations wrote for clients to fetch; the oldest are forgotten.
    public var resultBytes = 64 << 20
    /// Sandboxes at a time; further ones are HTTP 429.
    public var sandboxes = 256
    /// Descriptors of the process that sandboxes leave to connections; one that would leave fewer is HTTP 429.
    public var spareDescriptors = 64
    /// Callers that wait for requests; further ones are HTTP 503.
    public var waits = 64
    /// Portals and sandboxes at a time of which the control API works out a `verdict` or `verify`, and likewise of which it makes an
    /// archive, a description or a file of an identity.
    public var studies = 4
    /// Calls that wait for their turn at either, of one portal a quarter of them; further ones are HTTP 503.
    public var waitingStudies = 64
    /// Callers that read a journal; further ones are HTTP 503.
    public var journalReaders = 16
    /// Live pages and other callers that follow a portal's events; further ones are HTTP 503.
    public var eventStreams = 16
    /// Connections to the control API; further ones wait to be accepted.
    public var controlConnections = 128

    /// The limits that README tells.
    public init() {}
}
