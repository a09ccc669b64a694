internal import FixtureFiles
internal import StructuredText

extension PortalSite {
    /// Builds the portal of a blueprint.
    ///
    /// Generated client secrets and API keys are those of `secrets` where it knows them. `elsewhere` gets the actions of the
    /// blueprint's events that concern clock, certificates or held answers. Throws where a document of the world is wrong, or the
    /// blueprint names a service that is not there.
    package convenience init(
        _ blueprint: Blueprint, addresses: SiteAddresses, secrets: ApplicationSecrets = ApplicationSecrets(),
        limits: ResourceLimits = ResourceLimits(),
        listenerActions: @escaping @Sendable (PortalAction) -> Void = { _ in }
    ) throws(BlueprintError) {
        let content = PortalContent(fixtures: blueprint.fixtures, addresses: addresses)
        if !blueprint.fixtures.isEmbedded {
            try blueprint.fixtures.placing { () throws(BlueprintError) in try content.check() }
        }
        try Self.checkNames(blueprint, content)
        try self.init(
            checked: blueprint, content: content, addresses: addresses, secrets: secrets, limits: limits,
            listenerActions: listenerActions)
    }
}
