/// The pages of `{portal}/home`, where a portal has its application for people.
enum HomeRoutes {
    static let table = RouteTable([
        .portal("", operation: HomePage.operation, gate: .visitor, steady: false, HomePage.index).growing(),
        .portal("index.html", operation: HomePage.operation, gate: .visitor, steady: false, HomePage.index).growing(),
        .portal("item.html", operation: "home/item", gate: .visitor, steady: false, HomePage.item).growing(),
        .portal("signin.html", operation: "home/signin", gate: .visitor, steady: false, SessionEndpoint.portalSignIn),
        .portal(
            "signout.html", operation: "home/signout", gate: .visitor, steady: false, SessionEndpoint.portalSignOut),
    ])
}
