extension Array {
    /// Drops the first elements where there are more than a limit; a negative one keeps none.
    mutating func keepLast(_ limit: Int) { removeFirst(Swift.max(0, count - Swift.max(0, limit))) }
}
