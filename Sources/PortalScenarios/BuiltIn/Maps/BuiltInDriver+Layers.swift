internal import Platform
internal import PortalAuthentication
internal import PortalClient
internal import PortalJudge
internal import ScenarioFormat

extension BuiltInDriver {
    /// Makes a layer or a query task, or submits the one of that name again.
    func layer(_ step: Step.LayerStep) async {
        do {
            let url = try serviceURL(step.url)
            let credential = try legacy(step.credential, identity: step.identity, url: url.description)
            let known = state.withLock { $0.maps.layers[step.name] }
            if step.isAgain, known == nil { return log.complain("there is no layer \(step.name)") }
            if run.interface == .legacy {
                await legacyLayer(step, url, credential, step.isAgain ? known : nil)
            } else {
                try await modernLayer(step, url, credential, step.isAgain ? known : nil)
            }
        } catch {
            fail(error)
        }
    }

    private func modernLayer(
        _ step: Step.LayerStep, _ url: HTTPURL, _ credential: LegacyCredential?, _ known: LayerHandle?
    ) async throws(PortalError) {
        if step.isQuery {
            // A task needs no loading: with another credential it is another task.
            let task = QueryTask(url: url, credential: credential, in: environment)
            state.withLock { $0.maps.layers[step.name] = .modern(task) }
            let found = try await task.query()
            log.note("found(\(found.features.count))")
        } else if case .modern(let layer)? = known {
            if credential == nil {
                try await layer.resubmit()
            } else {
                try await layer.resubmit(url: url, credential: credential)
            }
            log.note("loaded")
        } else {
            let layer = FeatureLayer(url: url, credential: credential, in: environment)
            state.withLock { $0.maps.layers[step.name] = .modern(layer) }
            try await layer.load()
            log.note("loaded")
        }
        note(status: "loaded", user: nil)
    }

    private func legacyLayer(
        _ step: Step.LayerStep, _ url: HTTPURL, _ credential: LegacyCredential?, _ known: LayerHandle?
    ) async {
        let watcher = LayerWatcher(log: log) { [weak self] in self?.note(status: $0, user: nil) }
        if step.isQuery {
            let task = LegacyQueryTask(url: url, credential: credential, delegate: watcher, in: environment)
            state.withLock { $0.maps.layers[step.name] = .task(task, watcher) }
            await watcher.wait { task.execute() }
        } else if case .legacy(let layer, let watcher)? = known {
            // No callback comes from a layer that is loaded.
            guard !layer.isLoaded else { return layer.resubmit(url: url, credential: credential) }
            await watcher.wait {
                if credential == nil { layer.resubmit() } else { layer.resubmit(url: url, credential: credential) }
            }
        } else {
            await watcher.wait {
                let layer = LegacyLayer(url: url, credential: credential, delegate: watcher, in: environment)
                state.withLock { $0.maps.layers[step.name] = .legacy(layer, watcher) }
            }
        }
    }
}
