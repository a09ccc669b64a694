import JSONValues
import Testing

@testable import FeatureEngine

@Suite struct `Fields` {
    @Test func `a single takes no number that is too large for it`() throws {
        let field = Field(name: "S", type: .single)
        #expect(throws: DataProblem.self) { try field.value(from: 1e39) }
        #expect(try field.value(from: 3e38) == .number(3e38))
    }
}
