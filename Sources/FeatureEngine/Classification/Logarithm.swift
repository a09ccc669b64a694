internal import Platform

/// libc's logarithm, apart from everything that is called alike.
enum Logarithm {
    static func ofTen(_ value: Double) -> Double { log10(value) }
}
