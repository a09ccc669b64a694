// Text encodings stand in the room below; `import TLSIdentity` gives them as it always did.
@_exported public import enum HTTPSemantics.Base64
@_exported public import enum HTTPSemantics.Base64URL
@_exported public import enum HTTPSemantics.Hexadecimal
