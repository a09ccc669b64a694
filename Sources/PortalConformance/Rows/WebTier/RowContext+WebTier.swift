extension RowContext {
    /// Why a scheme of HTTP cannot be asked about; nil where the portal asks for it and the profile can answer.
    func missingWebTier(_ scheme: String) -> String? {
        guard facts.gates.contains(where: { $0.lowercased().hasPrefix(scheme.lowercased()) }) else {
            return "the portal asks for no \(scheme)"
        }
        return profile.webTier == nil ? "the profile names no accounts.webTier" : nil
    }
}
