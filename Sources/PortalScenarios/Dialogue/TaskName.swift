/// What `cancel` calls a step that goes on beside others.
struct TaskName: Hashable, Sendable {
    let name: String?
    /// Which of that name, from 1.
    let index: Int
}
