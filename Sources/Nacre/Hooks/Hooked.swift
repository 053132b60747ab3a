/// An entity with a hook: what ``WillSave``, ``WillDelete`` and ``DidSave`` have in common. Conform
/// to one of these instead.
public protocol Hooked: Entity {}
