internal import JSONValues

/// A role of an organization's members (developers.arcgis.com, "Roles"; doc.arcgis.com, "Member roles").
enum Role: Sendable, Equatable {
    case administrator
    case publisher
    case user
    case dataEditor
    case viewer
    /// A role that the organization made, by its id.
    case custom(String)

    /// Takes the member `roleId` of a user, or `role` where that says more.
    init(id: String) {
        self =
            switch id {
            case "org_admin": .administrator
            case "org_publisher": .publisher
            case "org_user": .user
            // Esri/arcgis-python-api names the two in its tests of roles.
            case "iBBBBBBBBBBBBBBB": .dataEditor
            case "iAAAAAAAAAAAAAAA", "org_viewer": .viewer
            default: .custom(id)
            }
    }

    /// What the role may do by default; a custom role has its privileges told.
    var privileges: [Privilege] {
        switch self {
        case .administrator: Privilege.allCases
        case .publisher: Self.usersPrivileges + [.publishFeatures, .publishScenes, .publishTiles]
        case .user: Self.usersPrivileges
        case .dataEditor: Self.viewersPrivileges + [.editFeatures]
        case .viewer: Self.viewersPrivileges
        case .custom: []
        }
    }

    private static let viewersPrivileges: [Privilege] = [.joinGroup, .viewOrgGroups, .viewOrgItems, .viewOrgUsers]

    private static let usersPrivileges: [Privilege] = [
        .createGroup, .createItem, .joinGroup, .joinNonOrgGroup, .shareGroupToOrg, .shareGroupToPublic, .shareToGroup,
        .shareToOrg, .shareToPublic, .viewOrgGroups, .viewOrgItems, .viewOrgUsers, .editFeatures,
    ]
}

/// What one user may do.
struct Privileges: Sendable, Equatable {
    private let names: Set<String>

    /// The privileges of a user's document; a role says what a document leaves out, and an administrator may do everything.
    init(listed: [String], role: Role?) {
        let byRole = role == .administrator || listed.isEmpty ? role?.privileges ?? [] : []
        names = Set(listed).union(byRole.map(\.rawValue))
    }

    func contains(_ privilege: Privilege) -> Bool { names.contains(privilege.rawValue) }
}

extension PortalContent.User {
    /// The member `role`, or `roleId` where that is another; nil for a user without an organization.
    var role: Role? {
        let role = (personal["role"]?.string).map { Role(id: $0) }
        return role ?? (personal["roleId"]?.string).map { Role(id: $0) }
    }

    /// What the user may do; a role that the organization made says all of it, even where that is nothing.
    var privileges: Privileges {
        let own = (personal["roleId"]?.string).map { Role(id: $0) }
        let listed = personal["privileges"]?.array?.compactMap(\.string) ?? []
        if case .custom = own { return Privileges(listed: listed, role: own) }
        return Privileges(listed: listed, role: role)
    }
}
