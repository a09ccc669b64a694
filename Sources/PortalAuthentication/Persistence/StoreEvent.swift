/// A change of a store of credentials; it holds no secret.
///
/// `Place` is what credentials are kept by: a URL in an ``ArcGISCredentialStore``, a protection space in a
/// ``NetworkCredentialStore``.
public enum StoreEvent<Place: Sendable & Hashable>: Sendable, Hashable {
    /// Something is kept where nothing was, restored ones included.
    case added(Place)
    /// Another credential took the place, or the one there holds something new.
    case updated(Place)
    /// Nothing is kept there any more.
    case removed(Place)
    /// Nothing is kept any more at all.
    case removedAll
}
