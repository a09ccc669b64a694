internal import JSONValues
internal import PortalAuthentication

/// Imports a PKCS #12 file, as an app does that was given one.
struct ImportIdentityStep: ScenarioStep {
    static let names = ["importIdentity"]

    private let file: IdentityFile

    init(reading step: StepReader) throws(DocumentError) {
        file = try IdentityFile(try step.object(IdentityFile.keys))
    }

    func perform(with driver: BuiltInDriver) async {
        do {
            try driver.importFile(file)
            driver.log.note("imported")
            driver.note(status: "loaded", user: nil)
        } catch let error as IdentityImportError {
            driver.log.fail(error)
            driver.note(status: "failed", user: nil)
        } catch {
            driver.log.complain("the file \(file.recipe) cannot be made: \(error)")
        }
    }

    func message(_ writer: MessageWriter) throws -> StepMessage? {
        StepMessage(.importIdentity, try writer.members(of: file), meaning: .outcome { _ in "imported" })
    }
}
