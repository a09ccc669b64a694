extension ArcGISCredentialStore {
    /// Keeps a credential for its server context as ``add(_:)`` does; gives the one whose place it takes, nil where there was none.
    package func addOnTrial(_ credential: any ArcGISCredential) -> (any ArcGISCredential)? {
        keep(credential, below: nil)
    }

    /// Takes out a credential that was not accepted, and puts back the one whose place it took.
    ///
    /// Nothing changes where it is not in its place any more: a sign-out or another sign-in came meanwhile, and counts.
    package func takeBack(_ credential: any ArcGISCredential, insteadOf earlier: (any ArcGISCredential)?) {
        change { state in
            let tried = Entry(credential, below: nil, key: state.key(of: credential))
            guard state.entries[tried.placeKey]?.credential === credential else { return [] }
            var changes = state.entries.remove(credential).map { Change(.removed($0.place), of: [$0]) }
            if let earlier {
                let entry = Entry(earlier, below: nil, key: state.key(of: earlier))
                state.entries.keep(entry)
                changes.append(Change(.added(entry.place), of: [entry]))
            }
            return changes
        }
    }
}
