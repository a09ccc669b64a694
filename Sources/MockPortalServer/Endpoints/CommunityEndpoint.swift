internal import JSONValues

/// Users, seen through three doors that show the same document: `portals/self`, `community/self`, `community/users/{name}`.
enum CommunityEndpoint {
    /// The whole document, as the user themselves sees it.
    static func own(_ user: World.User, _ call: Call) -> [String: JSONValue] {
        user.profile.merging(user.personal) { $1 }
    }
}
