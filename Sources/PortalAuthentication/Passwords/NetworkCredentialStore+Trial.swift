package import HTTPSemantics
internal import Platform
internal import PortalTransport

extension NetworkCredentialStore {
    /// What a credential that is tried took the place of.
    package struct Trial: Sendable {
        enum Place: Sendable {
            case password(Realm, Password, insteadOf: Password?)
            case identity(Origin, IdentityOffer, insteadOf: IdentityOffer?)
        }
        let place: Place
        /// How often everything had been forgotten.
        let clearings: Int
    }

    /// Keeps a credential for a protection space as ``add(_:for:)`` does, and throws what that throws; gives what it took the place
    /// of, nil where it was kept there already.
    package func addOnTrial(
        _ credential: NetworkCredential, for space: ProtectionSpace
    ) async throws(PortalError) -> Trial? {
        switch credential {
        case .certificate(let identity) where space.method == .clientCertificate:
            let offer = IdentityOffer.identity(identity)
            let (before, clearings) = (decision(for: space.origin), state.withLock { $0.clearings })
            await decide(offer, for: space.origin)
            guard before != offer else { return nil }
            return Trial(place: .identity(space.origin, offer, insteadOf: before), clearings: clearings)
        case .password(let username, let password) where Self.passwordMethods.contains(space.method):
            return keep(NetworkPassword(username: username, password: password), for: space)
        default:
            throw PortalError(
                .invalidArgument, detail: "\(credential) is no credential for \(space)"
            ).asked(by: space)
        }
    }

    /// Takes out a credential that was not accepted, and puts back what it took the place of.
    ///
    /// Nothing changes where it is not in its place any more, or where everything was forgotten meanwhile.
    package func takeBack(_ trial: Trial) async {
        switch trial.place {
        case .password(let realm, let tried, let earlier):
            let keeper = state.withLock { state -> StoreKeeper? in
                guard state.clearings == trial.clearings, state.passwords[realm] == tried else { return nil }
                state.passwords[realm] = earlier
                if let earlier {
                    hub.emit(.updated(realm.space(for: earlier.method)))
                } else {
                    hub.emit(.removed(realm.space(for: tried.method)))
                }
                return state.keeper
            }
            keeper?.noteChange(of: [realm.storedKey])
        case .identity(let origin, let tried, let earlier):
            // An identity that the server refused has been forgotten already.
            let now = decision(for: origin)
            guard now == tried || now == nil else { return }
            await decide(earlier, for: origin, clearings: trial.clearings)
        }
    }
}
