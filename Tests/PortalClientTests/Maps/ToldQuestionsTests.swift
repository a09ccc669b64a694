import Testing

@testable import PortalClient

@Suite struct `Questions that are told one after the other` {
    @Test func `take an answer for the one that was told`() {
        var questions = ToldQuestions<String>()
        let (one, other) = (questions.nextNumber(), questions.nextNumber())
        let (isFirst, isSecondFirst) = (questions.add("one", as: one), questions.add("other", as: other))
        #expect(isFirst && !isSecondFirst)
        let (early, told) = (questions.tell(other), questions.tell(one))
        #expect(early == nil && told == "one")
        let answered = questions.answer()
        #expect(answered?.question == "one" && answered?.next == other)
    }

    @Test func `take no answer for one that is not told yet`() {
        var questions = ToldQuestions<String>()
        let (one, other) = (questions.nextNumber(), questions.nextNumber())
        for (number, word) in [(one, "one"), (other, "other")] { _ = questions.add(word, as: number) }
        let untold = questions.answer()
        #expect(untold == nil)
        _ = questions.tell(one)
        let next = questions.remove(one)
        #expect(next == other)
        // It was meant for the one that is withdrawn.
        let late = questions.answer()
        #expect(late == nil)
        let (withdrawn, told) = (questions.tell(one), questions.tell(other))
        #expect(withdrawn == nil && told == "other")
        let answered = questions.answer()
        #expect(answered?.question == "other" && answered?.next == nil)
    }

    @Test func `take no answer that is meant for one told before`() {
        var questions = ToldQuestions<String>()
        let (one, other) = (questions.nextNumber(), questions.nextNumber())
        for (number, word) in [(one, "one"), (other, "other")] { _ = questions.add(word, as: number) }
        _ = questions.tell(one)
        _ = questions.remove(one)
        _ = questions.tell(other)
        let late = questions.answer { $0 == "one" }
        #expect(late == nil)
        let answered = questions.answer { $0 == "other" }
        #expect(answered?.question == "other")
    }
}
