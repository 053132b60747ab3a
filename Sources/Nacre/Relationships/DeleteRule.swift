internal import NacreFormat

/// What becomes of a reference when the object is deleted that it leads to:
/// `@Relationship(.nullify) var mayor: Ref<Person>?`.
///
/// The rule stands in the store and holds for whoever writes to it, the tool too. A reference leads
/// to an object, always, unless its rule is ``noAction``: a change that would end otherwise throws
/// `danglingReference`.
///
/// Where none is declared, the rule of an optional reference and of those in arrays and sets is
/// ``nullify``, and of one that must be there ``deny``. In append-only entities it is ``deny``.
public enum DeleteRule: Sendable {
    /// The reference becomes nil. From an array or a set it is taken out.
    case nullify
    /// The object that has the reference is deleted, too, and for it the same holds in turn.
    case cascade
    /// The object cannot be deleted: that throws `deleteDenied`, unless the one that has the
    /// reference is deleted by the same call.
    case deny
    /// The reference stays as it is, and may lead nowhere: nothing is looked for when it is written
    /// or when an object is deleted.
    case noAction

    /// Whether it does something to objects that have such a reference.
    var changesOwner: Bool { self == .nullify || self == .cascade }

    var stored: NacreFormat.DeleteRule {
        switch self {
        case .nullify: .nullify
        case .cascade: .cascade
        case .deny: .deny
        case .noAction: .noAction
        }
    }
}

extension AttributeOption where Value: ReferringValue {
    /// What becomes of the reference, or of each of several, when its object is deleted. Opening a
    /// store throws `schemaMismatch` for ``DeleteRule/nullify`` where a single reference is not
    /// optional.
    /// - Parameter rule: what to do.
    public static func relationship(_ rule: DeleteRule) -> Self { Self(kind: .relationship(rule)) }
}
