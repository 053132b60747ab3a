/// What an upsert does where there is another object with the same value of something unique: said
/// where it is declared, `@Attribute(.unique(conflict: .replace))`. It holds for `save` and
/// `upsert`; `insert` and `update` throw `uniqueViolation` whatever it is.
public enum ConflictPolicy: Sendable, Hashable {
    /// Throws `uniqueViolation`.
    case error
    /// Gives the object that is there the values of the new one. It keeps its id.
    case replace
    /// Leaves the object that is there as it is.
    case keepExisting
    /// Gives the object that is there those values of the new one that are not nil. It keeps its
    /// id, and its values where the new one has nil.
    case merge
}
