struct PrivateDirectory { init(_ path: String) throws(TLSIdentityError) {} }
