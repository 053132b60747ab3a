internal import NacreFormat

/// The effect on a reference when the object that it leads to is deleted:
/// `@Relationship(.nullify) var mayor: Ref<Person>?`.
///
/// The rule is stored and applies to all writers, including the tool. A reference always leads to
/// an object, unless its rule is ``noAction``: a change that would violate this throws
/// `danglingReference`.
///
/// If no rule is declared, it is ``nullify`` for optional references and for those in arrays and
/// sets, and ``deny`` for required references. In append-only entities it is ``deny``.
public enum DeleteRule: Sendable {
    /// Sets the reference to nil. From an array or a set it is removed.
    case nullify
    /// Deletes the object that has the reference, too. The rules of references to that object apply
    /// in turn.
    case cascade
    /// Denies the deletion: it throws `deleteDenied`, unless the object that has the reference is
    /// deleted by the same call.
    case deny
    /// Leaves the reference as it is. It may lead nowhere: neither writing it nor deleting an
    /// object checks it.
    case noAction

    /// Whether the rule changes or deletes objects that have such a reference.
    var changesOwner: Bool { self == .nullify || self == .cascade }

    var stored: StoredDeleteRule {
        switch self {
        case .nullify: .nullify
        case .cascade: .cascade
        case .deny: .deny
        case .noAction: .noAction
        }
    }
}

extension AttributeOption where Value: ReferringValue {
    /// Declares the effect on the reference, or on each of several, when its object is deleted.
    /// Opening a store throws `schemaMismatch` for ``DeleteRule/nullify`` if a single reference is
    /// not optional.
    /// - Parameter rule: The rule.
    public static func relationship(_ rule: DeleteRule) -> Self { Self(kind: .relationship(rule)) }
}
