internal import JSONValues

extension Blueprint {
    /// The key `windows` of `httpAuthentication`.
    func windows(_ reader: DocumentReader) throws(BlueprintError) -> WebAuthentication.Windows? {
        DocumentTrace.note(.null, at: DocumentReader.join(reader.path, "windows"))
        guard let value = reader["windows"], !value.isNull else { return nil }
        let keys = [
            "domain", "dnsDomain", "computer", "persists", "channelBinding", "ntlmChallenge", "closes", "keytab",
            "mutual",
        ]
        guard let found = try reader.object("windows", keys: keys) else { return nil }
        var windows = WebAuthentication.Windows()
        if let domain = try name("domain", found) { windows.domain = domain }
        if let domain = try name("dnsDomain", found) { windows.dnsDomain = domain }
        if let computer = try name("computer", found) { windows.computer = computer }
        if let persists = try found.word("persists", as: WebAuthentication.Windows.Persistence.self) {
            windows.persistence = persists
        }
        if let binding = try found.word("channelBinding", as: WebAuthentication.Windows.ChannelBinding.self) {
            windows.channelBinding = binding
        }
        if let challenge = try found.word("ntlmChallenge", as: WebAuthentication.Windows.NTLMChallenge.self) {
            windows.ntlmChallenge = challenge
        }
        if let closes = try found.truth("closes") { windows.closesBetweenLegs = closes }
        DocumentTrace.note(.null, at: DocumentReader.join(found.path, "keytab"))
        if found["keytab"]?.isNull == false, let keytab = try found.text("keytab") {
            guard keytab.utf8.first == UInt8(ascii: "/") else {
                throw found.wrongType("keytab", "the absolute path of a keytab")
            }
            windows.keytab = keytab
        }
        if let mutual = try found.word("mutual", as: WebAuthentication.Windows.MutualAuthentication.self) {
            windows.mutual = mutual
        }
        return windows
    }

    /// A domain's or computer's name: ASCII, so that it is the same in every code page.
    private func name(_ key: String, _ reader: DocumentReader) throws(BlueprintError) -> String? {
        guard let name = try reader.text(key) else { return nil }
        let isName =
            (1...63).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
        guard isName else { throw reader.wrongType(key, "a name of letters, digits, - and ., at most 63 of them") }
        return name
    }
}
