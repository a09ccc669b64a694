public import PortalAuthentication

extension PortalItem {
    /// The id of an item: 32 hexadecimal digits (developers.arcgis.com/rest/users-groups-and-items/item, `id`).
    public struct ID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
        /// The digits, in the case in which they were given.
        public let rawValue: String

        /// Takes an id; nil for a text that is none.
        public init?(_ text: String) {
            self.init(unchecked: text)
            if !isWellFormed { return nil }
        }

        /// Takes an id; nil for a text that is none.
        public init?(rawValue: String) { self.init(rawValue) }

        /// Takes an id; throws `invalidArgument`, with the text and what an id looks like, for one that is none.
        public init(parsing text: String) throws(PortalError) {
            self.init(unchecked: text)
            try requireWellFormed()
        }

        /// Takes what a portal or a caller says is one; it is looked at before anything is sent for it.
        init(unchecked text: String) { rawValue = text }

        public var description: String { rawValue }

        private var isWellFormed: Bool {
            rawValue.utf8.count == 32
                && rawValue.utf8.allSatisfy { byte in
                    switch byte {
                    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                        UInt8(ascii: "A")...UInt8(ascii: "F"):
                        true
                    default: false
                    }
                }
        }

        /// Throws `invalidArgument` for what is no id.
        func requireWellFormed() throws(PortalError) {
            guard !isWellFormed else { return }
            throw PortalError(
                .invalidArgument,
                detail: "\"\(PortalError.shortened(rawValue))\" is no item's id; an id is 32 hexadecimal digits, "
                    + "as in the address of the item's page: …/home/item.html?id=3a900000000000000000000000000001")
        }
    }
}

extension PortalError {
    /// A text for a message, cut where a person would read no further.
    fileprivate static func shortened(_ text: String) -> String { text.count > 64 ? text.prefix(64) + "…" : text }
}
