import ChildProcess
import Foundation
import JSONValues
import TestFolders
import Testing

/// The program without PROJ, which is opened when first needed and never linked.
@Suite struct `A machine without PROJ` {
    @Test func `serves all the same, and says what it cannot project`() async throws {
        let folder = try TemporaryFolder()
        let program = try folder.write(
            "#!/bin/sh\nMOCKPORTAL_PROJ=/nowhere/libproj.so exec \(Mockportal.path) \"$@\"\n", as: "mockportal",
            mode: 0o700)
        let status = try await Serving.run(["--scenario", "anonymous"], program: program) { serving in
            let query =
                serving.url.replacingOccurrences(of: "/portal", with: "/server")
                + "/rest/services/Traffic/FeatureServer/0/query?where=1%3D1&f=json"
            func ask(_ more: String) async throws -> JSONValue {
                try JSONValue(parsing: try await Curl.get(query + more, authority: serving.caFile))
            }
            #expect(try await ask("&outSR=4326")["features"]?.array?.isEmpty == false)
            let refusal = try await ask("&outSR=25832")["error"]
            #expect(refusal?["code"] == 400 && refusal?["message"] == "Cannot perform query. Invalid query parameters.")
            #expect(refusal?["details"]?.array?[0] == "'outSR' parameter is invalid")
            #expect(refusal?["details"]?.array?[1].string?.contains("PROJ (Debian: libproj25)") == true)
            #expect(
                try await ask("&geometry=0,0,1,1&inSR=25832")["error"]?["details"]?.array?[0]
                    == "'inSR' parameter is invalid")
        }
        #expect(status == 0)
    }
}
