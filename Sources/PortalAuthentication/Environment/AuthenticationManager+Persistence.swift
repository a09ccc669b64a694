package import JSONValues

extension AuthenticationManager {
    /// Makes both stores persistent: what an earlier run has kept is there again, and every change is kept from now on.
    ///
    /// Where one of them fails the other is as it was, in memory and on the disk, and the error says why: `storeKeyWrong`,
    /// `storeCorrupted`, `storeTooNew`, `storeNotPrivate` or `storeNotAccessible`. The environment goes on with what it holds in
    /// memory. Where the user signs out meanwhile, nothing is restored and what was kept is deleted.
    public func setupPersistentCredentialStorage(_ persistence: any StorePersistence) async throws(PortalError) {
        try await setupPersistentCredentialStorage(persistence, kinds: StoredKinds.known)
    }

    /// The same for credentials of these kinds.
    package func setupPersistentCredentialStorage(
        _ persistence: any StorePersistence, kinds: [any StorableCredential.Type]
    ) async throws(PortalError) {
        guard let environment else {
            throw PortalError(
                .invalidArgument, detail: "the environment whose stores are to be kept is gone; hold on to it")
        }
        let credentials = try await environment.credentials.takeover(by: persistence, in: self, kinds: kinds)
        let network = try await environment.networkCredentials.takeover(by: persistence)
        let written = try await credentials.write()
        do throws(PortalError) {
            let networkWritten = try await network.write()
            await credentials.complete(written)
            await network.complete(networkWritten)
        } catch {
            try? await credentials.undo(written)
            throw error
        }
    }

    /// Returns once everything that the stores hold is on the disk, for the end of a program; at once where nothing is persistent.
    ///
    /// Changes are written soon by themselves. Throws what the persistence throws; the other store is written all the same.
    public func saveCredentials() async throws(PortalError) {
        guard let environment else { return }
        let outcome: Result<Void, PortalError>
        do throws(PortalError) {
            try await environment.credentials.save()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        try await environment.networkCredentials.save()
        try outcome.get()
    }

    /// The same where a failure has been told as an event; gives whether there was none.
    func saveEverything() async -> Bool {
        do throws(PortalError) {
            try await saveCredentials()
            return true
        } catch {
            return false
        }
    }

    /// Takes note that a credential holds something new, and returns once every persistent store that keeps it has it too.
    ///
    /// A failure is told as ``ClientEvent/storeNotSaved(name:_:)``: the credential goes on with what it has.
    package func credentialUpdated(_ credential: any ArcGISCredential) async {
        core.events.emit(.credentialUpdated(credential.serverContext))
        try? await environment?.credentials.noteUpdate(of: credential)
    }

    /// What a persistent store keeps of a credential at this moment; nil where none keeps it.
    package func stored(_ credential: any StorableCredential) async -> JSONValue? {
        await environment?.credentials.stored(credential)
    }
}
