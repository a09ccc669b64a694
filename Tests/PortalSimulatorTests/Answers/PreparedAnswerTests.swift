import HTTPSemantics
import Testing

@testable import PortalSimulator

@Suite struct `Prepared answers` {
    private final class Form: Sendable {}

    @Test func `are made ready for the wire once, however many threads send them first`() async {
        let answer = PreparedAnswer(status: 200, body: [1, 2, 3])
        let forms = await withTaskGroup(of: PreparedAnswer.WireForm.self) { group in
            for _ in 0..<16 { group.addTask { answer.wireForm { PreparedAnswer.WireForm(Form()) } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(forms.count == 16 && forms.allSatisfy { $0 === forms[0] })
    }

    @Test func `leave out a field that could not be sent as it stands`() {
        let fields = [HeaderField("X-Good", "1"), HeaderField("X-Bad", "1\r\nX-Forged: 2")]
        #expect(PreparedAnswer(status: 200, headers: fields).headers == [HeaderField("X-Good", "1")])
    }

    @Test func `have a body only where their status has one`() {
        #expect(PreparedAnswer(status: 200, body: [1]).sendsBody)
        #expect(!PreparedAnswer(status: 304, body: [1]).sendsBody)
        #expect(!PreparedAnswer(status: 200).sendsBody)
    }

    @Test func `give their notes to each answer that is made of them`() {
        let prepared = PreparedAnswer(status: 200, notes: AnswerNotes(code: 498))
        var answer = Answer(prepared, operation: "test")
        #expect(answer.code == 498)
        answer.notes.code = nil
        #expect(answer.code == 200 && prepared.notes.code == 498)
    }
}
