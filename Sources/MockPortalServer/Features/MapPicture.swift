/// A drawn map.
enum MapPicture {
    /// Pixels that a side may have.
    static let maximumSize = 2048
}
