internal import ClientEvidence
internal import HTTPSemantics
internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge

/// The app that opens a map in a scenario: it answers for layers that fail as the step says.
final class MapOpener: WebMapOpener {
    let bingKey: Secret<String>?
    private let plans: Locked<[LayerAnswer]>
    /// What was answered so far.
    private let given = Locked<[LayerDisposition]>([])
    private let hearsFailures: Bool
    private let driver: BuiltInDriver

    /// - Parameters:
    ///   - answers: what is said to layers that fail, one after the other.
    ///   - bingKey: the key for Bing Maps that the app has.
    ///   - hearsFailures: whether the app is told of layers that fail.
    init(answers: [LayerAnswer], bingKey: String?, hearsFailures: Bool, driver: BuiltInDriver) {
        plans = Locked(answers)
        self.bingKey = driver.options.behavior.maps.bingKey(bingKey).map { Secret($0) }
        self.hearsFailures = hearsFailures
        self.driver = driver
    }

    /// Writes down that a layer failed.
    func note(_ layer: MapLayer, isBasemap: Bool, isFederated: Bool, _ error: PortalError) {
        guard hearsFailures else { return }
        var words = [layer.title, driver.options.behavior.tells(Reason(error)).rawValue]
        if isBasemap, driver.options.behavior.maps.tellsBasemap { words.append("base") }
        if isFederated { words.append("federated") }
        driver.log.note("layerFailed(\(words.joined(separator: " ")))")
    }

    /// The next answer; nil where the app gives none.
    func next(_ layer: MapLayer, _ error: PortalError) async -> LayerDisposition? {
        let behavior = driver.options.behavior.maps
        guard hearsFailures else { return behavior.unheard }
        let answer = behavior.answer(await planned(layer, error), given.withLock { $0 })
        if let answer { given.withLock { $0.append(answer) } }
        return answer
    }

    private func planned(_ layer: MapLayer, _ error: PortalError) async -> LayerDisposition? {
        let plan = plans.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        switch plan {
        case .skip?: return .skip
        case .cancel?: return .cancel
        case .never?: return nil
        case .trust(let host)?:
            await driver.grant(TrustException(host: host))
            return .retry(nil)
        case .retry(let input, let identity)?: return retry(layer, input, identity)
        case .identity(let name)?:
            driver.listIdentities(fitting: error.protectionSpace)
            return retry(layer, nil, name)
        case nil:
            driver.log.complain("the layer \(layer.title) failed and no answer is left")
            return .skip
        }
    }

    private func retry(_ layer: MapLayer, _ input: CredentialInput?, _ identity: String?) -> LayerDisposition {
        do throws(PortalError) {
            return .retry(try driver.legacy(input, identity: identity, url: layer.url?.description)?.resource)
        } catch {
            driver.log.complain("a layer cannot be tried again: \(error)")
            return .skip
        }
    }

    func webMap(_ map: WebMap, didFailToLoad failure: LayerFailure) async -> LayerDisposition {
        note(
            failure.layer, isBasemap: failure.layer.isBasemap, isFederated: failure.isFederated, failure.error)
        if let answer = await next(failure.layer, failure.error) { return answer }
        // No answer comes until the opening ends.
        let (never, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in never {}
        end.finish()
        return .cancel
    }

    func webMap(_ map: WebMap, didLoad layer: MapLayer) async { driver.log.note("layer(\(layer.title))") }

    func bingKey(for map: WebMap) async -> Secret<String>? {
        driver.log.note("bingKeyAsked")
        return bingKey
    }
}
