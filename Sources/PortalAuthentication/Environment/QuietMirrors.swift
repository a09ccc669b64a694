// Mirrors walk into everything that an object stands on, down to requests on the wire; these show the object's words only (rule R23).

extension TokenCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["serverContext": serverContext]) }
}

extension OAuthUserCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["serverContext": serverContext]) }
}

extension OAuthApplicationCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["serverContext": serverContext]) }
}

extension IAPCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["serverContext": serverContext]) }
}

extension PregeneratedTokenCredential: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["serverContext": serverContext]) }
}

extension ArcGISCredentialStore: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["credentials": credentials.map { "\($0)" }]) }
}

extension AuthenticationManager: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension PortalEnvironment: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ClientCore: CustomReflectable {
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension TrustStore: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["decisions": decisions]) }
}
