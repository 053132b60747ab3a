/// An entity with a hook: the common part of ``WillSave``, ``WillDelete`` and ``DidSave``. Conform
/// to one of these instead.
public protocol Hooked: Entity {}
