// What a portal is, its blueprint and its answers: users of this room need not import the other.
@_exported public import PortalSimulator
