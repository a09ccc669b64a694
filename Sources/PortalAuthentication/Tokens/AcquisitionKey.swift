/// What makes two acquisitions of a token the same one (rule R25).
package enum AcquisitionKey: Sendable, Hashable {
    /// Equal orders share one, whichever task made them.
    case order(TokenOrder)
    /// A credential that has tokens of its own; it lives as long as the acquisition.
    case credential(ObjectIdentifier)
}
