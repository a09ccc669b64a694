/// Where a client takes the jitter of its waits from; injected, so that a test knows it.
public protocol PortalRandomSource: Sendable {
    /// A number from 0 up to, but not including, 1.
    func unit() -> Double
}

/// The machine's generator.
public struct SystemRandomSource: PortalRandomSource {
    /// Uses the machine's generator.
    public init() {}

    public func unit() -> Double { Double.random(in: 0..<1) }
}

/// A generator that always gives the same number.
public struct FixedRandomSource: PortalRandomSource {
    private let value: Double

    /// Gives this number.
    public init(_ value: Double) { self.value = value }

    public func unit() -> Double { value }
}
