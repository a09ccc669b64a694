internal import PortalTransport

extension Mutant {
    /// Clients that are wrong with redirects, and with what goes along to other hosts.
    static let redirects: [Mutant] = [
        Mutant(
            "token-to-stranger", "sends the token to every other origin as well",
            from: "RFC 9110 §15.4; github.com/Esri/arcgis-rest-js/issues/485", breaks: ["R19", "R26"],
            because: ["secret.foreign-origin"],
            wire: { _ in Carrying(.token) }),
        Mutant(
            "paths-matched-by-letters",
            "takes every address that begins with the letters of the portal's for the portal's",
            from: "RFC 3986 §3.3", breaks: ["R26"],
            because: ["wire.never", "wire.order: carries"], isPartial: true,
            wire: { _ in Carrying(.letters) }),
        Mutant(
            "judge-first-redirect-only",
            "sends everything along where the first redirect of several stays in the portal",
            from: "RFC 9110 §15.4", breaks: ["R19"],
            because: ["secret.foreign-origin"],
            wire: { _ in FollowingRedirects(.onceAtHome) }),
        Mutant(
            "referer-to-stranger", "sends the referer along where it was left out",
            from: "RFC 9110 §10.1.3", breaks: ["R19"],
            because: ["wire.order: header.referer is"],
            wire: { _ in Carrying(.referer) }),
        Mutant(
            "cookies-to-stranger", "sends the cookies of one host to every other",
            from: "RFC 6265 §5.4", breaks: ["R19"],
            because: ["wire.order: header.cookie is"],
            wire: { _ in Carrying(.cookies) }),
        Mutant(
            "referer-from-url", "names the address of its last request as referer",
            from: "RFC 9110 §10.1.3; github.com/geolens-io/geolens/issues/1746", breaks: ["R23"],
            because: ["secret.in-header"],
            wire: { _ in Carrying(.lastURL) }),
        Mutant(
            "repost-anywhere", "sends a redirected form again, body and all",
            from: "RFC 9110 §15.4.8", breaks: ["R19"],
            because: ["secret.foreign-origin", "wire.order: method is POST"],
            wire: { _ in FollowingRedirects(.reposts) }),
        Mutant(
            "follow-downgrade", "follows a redirect from https to http",
            from: "RFC 9110 §17.11", breaks: ["R19"],
            because: ["secret.plain-http", "secret.foreign-origin"],
            wire: { _ in FollowingRedirects(.downgrades) }),
        Mutant(
            "follow-blindly", "sends a redirected request again with everything that it carried",
            from: "github.com/curl/curl/blob/master/docs/libcurl/opts/CURLOPT_UNRESTRICTED_AUTH.md", breaks: ["R19"],
            because: ["secret.foreign-origin"],
            wire: { _ in FollowingRedirects(.blindly) }),
        Mutant(
            "follow-for-ever", "knows no end of redirects",
            from: "RFC 9110 §15.4", breaks: ["R19"],
            because: ["wire.unexpected: Traffic"],
            wire: { _ in FollowingRedirects(.forEver) }),
        Mutant(
            "follow-unfit-target",
            "takes user information and schemes that it does not know out of a redirect and follows it",
            from: "RFC 9110 §4.2.4", breaks: ["R19"],
            because: ["final.reason"],
            wire: { _ in FollowingRedirects(.unfit) }),
    ]
}
