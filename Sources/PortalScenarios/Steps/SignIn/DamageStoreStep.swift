internal import JSONValues

/// Does something to the files of the client's stores that no client does.
struct DamageStoreStep: ScenarioStep {
    static let names = ["damageStore"]

    private let file: StorePlan.File
    private let damage: StorePlan.Damage

    init(reading step: StepReader) throws(DocumentError) {
        let reader = try step.object(["file", "how"])
        guard let damage = try reader.word("how", as: StorePlan.Damage.self) else { throw reader.missing("how") }
        self.damage = damage
        file = try reader.word("file", as: StorePlan.File.self) ?? .credentials
    }

    var dialogueObstacle: String? { "the stores are the built-in client's own" }

    func perform(with driver: BuiltInDriver) async {
        do {
            try driver.stores.damage(file, damage)
        } catch {
            driver.log.complain("the store cannot be damaged: \(error)")
        }
    }
}
