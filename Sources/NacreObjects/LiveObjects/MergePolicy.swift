/// What a ``Context`` does when it saves an object that somebody else has changed or deleted since
/// the context read it. What an object holds by value is part of it: changes of that count, too,
/// also where the object is new or has come to hold it here.
public enum MergePolicy: Sendable, Hashable {
    /// Saves nothing, and throws `conflict`. The usual one.
    case error
    /// Leaves the object as it is in the store, and drops the context's changes to it. One that is
    /// new is saved, with what it holds as that is in the store.
    case storeWins
    /// Writes the context's state of the object over the store's. One that was deleted comes back.
    case contextWins
    /// Property by property: what the context has changed is the context's, everything else the
    /// store's. One that was deleted comes back.
    case mergeProperties
}
