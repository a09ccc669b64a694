/// Questions that are told one after the other, where an answer does not say which one it is for: it is for the one that was told last.
struct ToldQuestions<Question: Sendable>: Sendable {
    private var waiting: [(number: Int, question: Question)] = []
    private var last = 0
    private var told: Int?

    /// A number for one question.
    mutating func nextNumber() -> Int {
        last += 1
        return last
    }

    /// Adds a question behind those that wait; gives whether it is the first one, which is to be told.
    mutating func add(_ question: Question, as number: Int) -> Bool {
        waiting.append((number, question))
        return waiting.count == 1
    }

    /// Gives the first question right before it is told; nil where that is another one, or waits no more.
    mutating func tell(_ number: Int) -> Question? {
        guard let first = waiting.first, first.number == number else { return nil }
        told = number
        return first.question
    }

    /// Takes out the question that an answer is for, and gives the one to tell next.
    ///
    /// nil where none was told, or the one that was told is withdrawn or is not meant: an answer is for no other one.
    mutating func answer(
        where isMeant: (Question) -> Bool = { _ in true }
    ) -> (question: Question, next: Int?)? {
        guard let first = waiting.first, first.number == told, isMeant(first.question) else { return nil }
        return (first.question, remove(first.number))
    }

    /// Takes out a question that was answered or is withdrawn; gives the one to tell next where it was the first.
    mutating func remove(_ number: Int) -> Int? {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return nil }
        waiting.remove(at: place)
        return place == 0 ? waiting.first?.number : nil
    }
}
