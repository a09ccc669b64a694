internal import JSONValues
public import PortalAuthentication

/// Something that can be asked for features.
public protocol FeatureSource: Sendable {
    /// The layer or table that is asked.
    var service: ServiceResource { get }
}

extension FeatureSource {
    /// One answer to a query, at most as many features as the server sends at a time; ``pages(of:)`` goes on from there.
    ///
    /// A long query travels as a form. Throws what the server answers, such as `service` for a condition that it cannot read.
    public func query(_ query: FeatureQuery = FeatureQuery()) async throws(PortalError) -> FeatureSet {
        let answer = try await service.request(["query"], parameters: query.parameters())
        guard let found = FeatureSet(answer.json) else { throw Self.unexpected(answer, "features") }
        return found
    }

    /// How many features there are.
    public func count(_ query: FeatureQuery = FeatureQuery()) async throws(PortalError) -> Int {
        let answer = try await service.request(["query"], parameters: query.parameters(only: .count))
        guard let count = answer.json.number("count").flatMap({ Int(exactly: $0) }) else {
            throw Self.unexpected(answer, "count")
        }
        return count
    }

    /// The ids of the features, without any limit; none where the server says null.
    public func objectIDs(_ query: FeatureQuery = FeatureQuery()) async throws(PortalError) -> [Int64] {
        let answer = try await service.request(["query"], parameters: query.parameters(only: .ids))
        switch answer.json["objectIds"] {
        case .array(let ids)?: return ids.compactMap(\.integer)
        case .null?: return []
        default: throw Self.unexpected(answer, "objectIds")
        }
    }

    /// Every page of what a query finds, each asked for when it is wanted.
    public func pages(of query: FeatureQuery = FeatureQuery()) -> FeaturePages {
        FeaturePages(service: service, query: query)
    }

    static func unexpected(_ answer: ArcGISAnswer, _ member: String) -> PortalError {
        PortalError(
            .unexpectedContent, url: answer.url,
            detail: "the answer to a query has no \(member); check that the address is the one of a layer or table")
    }
}

/// The pages of what a query finds, one after the other while the server says that there is more.
///
/// A server that sends the same features again in place of the next page ends them with `unexpectedContent`.
public struct FeaturePages: AsyncSequence, Sendable {
    public typealias Element = FeatureSet
    public typealias Failure = PortalError

    fileprivate struct Source: FeatureSource {
        let service: ServiceResource

        /// Whether the page that a query asks for may hold features like those of the page before.
        ///
        /// Groups and distinct values come once each; of other features many may be alike, up to as many as there are.
        func mayGoOnAlike(with query: FeatureQuery) async throws(PortalError) -> Bool {
            guard query.statistics.isEmpty, !query.returnsDistinctValues else { return false }
            let number = try await count(query)
            return (query.offset ?? 0) < number
        }
    }
    fileprivate let service: ServiceResource
    fileprivate let query: FeatureQuery

    public func makeAsyncIterator() -> Iterator {
        Iterator(source: Source(service: service), query: query, left: query.limit)
    }

    /// Asks for one page after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source
        fileprivate var query: FeatureQuery
        /// How many are still wanted; nil is without limit.
        fileprivate var left: Int?
        private var isOver = false
        private var lastID: Int64?
        /// The last page, where its features have no ids.
        private var nameless: [Feature] = []

        fileprivate init(source: Source, query: FeatureQuery, left: Int?) {
            self.source = source
            self.query = query
            self.left = left
        }

        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(PortalError) -> FeatureSet? {
            guard !isOver, left != 0 else { return nil }
            query.limit = left
            let page = try await source.query(query)
            let ids = page.objectIDs
            // A server that does not know pages sends the first one for ever.
            if let first = ids.first, lastID != nil, first == lastID || ids.contains(where: { $0 == lastID }) {
                throw repetition
            }
            if !page.features.isEmpty, ids.isEmpty, page.features == nameless {
                guard try await source.mayGoOnAlike(with: query) else { throw repetition }
            }
            lastID = ids.last ?? lastID
            nameless = ids.isEmpty ? page.features : []
            let (offset, isTooFar) = (query.offset ?? 0).addingReportingOverflow(page.features.count)
            query.offset = offset
            left = left.map { Swift.max(0, $0 - page.features.count) }
            isOver = !page.exceededTransferLimit || page.features.isEmpty || isTooFar
            return isOver && page.features.isEmpty && lastID != nil ? nil : page
        }

        private var repetition: PortalError {
            PortalError(
                .unexpectedContent, url: source.service.url,
                detail: "the server sends the same features again in place of the next page; ask by object ids")
        }
    }
}
