/// The action of an upsert if another object has the same value of something unique. Declare it
/// with the attribute, `@Attribute(.unique(conflict: .replace))`. It applies to `save` and
/// `upsert`; `insert` and `update` ignore it.
public enum ConflictPolicy: Sendable, Hashable {
    /// Throws `uniqueViolation`.
    case error
    /// Gives the existing object the values of the new one. It keeps its id.
    case replace
    /// Leaves the existing object as it is.
    case keepExisting
    /// Gives the existing object those values of the new one that are not nil. It keeps its id, and
    /// its own values for attributes that are nil in the new one.
    case merge
}
