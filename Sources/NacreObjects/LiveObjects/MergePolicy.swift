/// The action of a ``Context`` that saves an object which others have changed or deleted since the
/// context read it. The objects that an object holds by value are part of it. Changes to these
/// count too, even if the object is new or has come to hold them here.
public enum MergePolicy: Sendable, Hashable {
    /// Saves nothing, and throws `conflict`. This is the default.
    case error
    /// Leaves the object as it is in the store, and discards the context's changes to it. A new
    /// object is saved, but the objects that it holds stay as they are in the store.
    case storeWins
    /// Replaces the store's state of the object by the context's. A deleted object comes back.
    case contextWins
    /// Merges property by property: the context's changes apply, and everything else is as in the
    /// store. A deleted object comes back.
    case mergeProperties
}
