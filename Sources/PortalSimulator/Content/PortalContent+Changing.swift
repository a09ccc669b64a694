internal import Platform
internal import Synchronization

extension PortalContent {
    /// Everything that clients can change, as one value.
    struct World: Sendable {
        var organizations: Organizations
        var users: Users
        var groups: Groups
        var items: Items
        /// Services that clients made, by name.
        var addedServices: [String: Service]
        /// Names of the services of the files that clients deleted.
        var deletedServices: Set<String>
        /// Services of the files that were asked for, by name.
        let readServices: [String: Service]
        /// Jobs that clients started, the newest last.
        var jobs: [ServiceJob]
        /// Replicas that clients took.
        var replicas: [Replica]
        /// Files that operations wrote, the newest last.
        var resultFiles: [ResultFile]

        /// Bytes that clients wrote into it, replicas and results aside.
        var writtenBytes: Int {
            organizations.writtenBytes + users.writtenBytes + groups.writtenBytes + items.writtenBytes
                + addedServices.values.reduce(0) { $0 + $1.writtenBytes }
        }

        /// Takes items away, with the hosted services that they stand for.
        mutating func removeItems(_ ids: Set<String>) {
            for id in ids {
                // A copy of the item is none of the service's.
                guard let item = items.withID(id), let name = item.hostedService,
                    addedServices[name]?.itemID ?? item.idOfFiles == id
                else { continue }
                addedServices[name] = nil
                deletedServices.insert(name)
            }
            items.remove(ids)
        }
    }

    /// The number of the content as it is now; an answer that was made of another one is out of date.
    ///
    /// Take it before the content is looked at: what is read then is at least as new.
    var edition: Int { changes.load(ordering: .acquiring) }

    /// Whether clients have written so much that a single document may take long to write out: more than 16 MiB, which take a tenth of
    /// a second. It is asked for every request, so it takes no lock.
    var isLarge: Bool { writtenBytes.load(ordering: .relaxed) > 16 << 20 }

    /// Changes the content as a whole: a body that throws changes nothing, and others see all of a change or none of it.
    ///
    /// The body works on a copy, and no reader waits for it; further changes do. It asks the world that it is given, never the
    /// content itself, and waits for nothing. Throws where a document of the world cannot be read; what the body throws is returned.
    func change<Outcome, Problem: Error>(
        _ body: (inout World) throws(Problem) -> Outcome
    ) throws(BlueprintError) -> Result<Outcome, Problem> {
        let read = World(
            organizations: try organizations(), users: try users(), groups: try groups(), items: try items(),
            addedServices: [:], deletedServices: [], readServices: [:], jobs: [], replicas: [],
            resultFiles: [])
        return writing.withLock { _ in
            var world = parts.withLock { parts in
                World(
                    organizations: parts.organizations ?? read.organizations, users: parts.users ?? read.users,
                    groups: parts.groups ?? read.groups, items: parts.items ?? read.items,
                    addedServices: parts.addedServices, deletedServices: parts.deletedServices,
                    readServices: parts.services, jobs: parts.jobs, replicas: parts.replicas,
                    resultFiles: parts.resultFiles)
            }
            do throws(Problem) {
                let outcome = try body(&world)
                replace(with: world)
                return .success(outcome)
            } catch {
                return .failure(error)
            }
        }
    }

    /// Waits behind an edit until readers find what it changed: where a definition is being changed, edits go to the new layer's features
    /// before the layer is there. Nothing may be held meanwhile that such a change waits for.
    func awaitDefinitions(of layers: [Layer]) {
        let isChanged = layers.contains { layer in layer.editing.withLock { $0 !== layer.features } }
        if isChanged { writing.withLock { _ in } }
    }

    /// Puts a changed world in the place of the one that it was made of.
    private func replace(with world: World) {
        let written = world.writtenBytes
        parts.withLock { parts in
            parts.organizations = world.organizations
            parts.users = world.users
            parts.groups = world.groups
            parts.items = world.items
            parts.addedServices = world.addedServices
            parts.deletedServices = world.deletedServices
            parts.jobs = world.jobs
            parts.replicas = world.replicas
            parts.resultFiles = world.resultFiles
            writtenBytes.store(written, ordering: .relaxed)
            // Only now: a reader who finds the new number finds the new content behind the lock.
            changes.wrappingAdd(1, ordering: .releasing)
        }
    }
}

extension PortalContent.Parts {
    /// Whether a service of the files was deleted.
    func isDeleted(_ service: String) -> Bool { deletedServices.contains(service) }
}
