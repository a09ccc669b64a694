/// How many files one request may bring.
enum FileCount {
    /// One, for its fields are names of the same.
    case one
    /// One of each field.
    case oneOfEachName
    /// As many as the operation itself says.
    case several
}
