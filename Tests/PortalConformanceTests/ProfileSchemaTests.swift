import JSONValues
import SchemaWriting
import Testing

@testable import PortalConformance

@Suite struct `Goldens of the profile's schema` {
    /// A profile with every key; its secrets stand in files and variables that every machine has.
    private static let specimen = """
        portal: https://gis.example.com/portal
        trust: { caFile: "\(#filePath)" }
        referer: https://client.test/app
        accounts:
          member: { username: anna, password: { env: PATH } }
          webTier: { username: anna, password: { env: PATH } }
        wrongPassword: { attempts: 1 }
        items: { public: a1, private: a2 }
        maps: { public: a3, private: a4 }
        service: https://gis.example.com/server/rest/services/Roads/FeatureServer
        federatedService: https://gis.example.com/server/rest/services/Roads/FeatureServer
        plainURL: http://gis.example.com/portal
        identity: { p12: { file: "\(#filePath)" }, password: { env: PATH } }
        oauth:
          clientID: app
          clientSecret: { env: PATH }
          refreshToken: { env: PATH }
          redirectURI: urn:ietf:wg:oauth:2.0:oob
          mayRevoke: true
        tokenLifetime: 2m
        rows: []
        skip: []
        """

    private static func draft() throws -> SchemaDraft {
        let trace = DocumentTrace()
        try trace.recording {
            _ = try ConformanceProfile(
                parsing: specimen, source: "specimen.yaml", folder: ".", rows: RowIDs([]))
        }
        return SchemaDraft([(root: "profile", trace: trace)], descriptions: SchemaDescriptions.profile)
    }

    @Test func `it is what the reader asks`() throws {
        let schema = try Self.draft().schema(
            of: "profile", title: "A profile of mockportal",
            description: "A portal that is not ours, as mockportal conformance and mockportal record read it.")
        let difference = try SchemaFile.difference("profile", schema)
        #expect(difference == nil)
    }

    @Test func `every key is asked for and described`() throws {
        let gaps = try Self.draft().gaps
        #expect(gaps.unasked == [])
        #expect(gaps.undescribed == [])
        #expect(gaps.stale == [])
    }
}
