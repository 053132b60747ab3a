/// The effect on a reference when its target is deleted. The names are on disk.
@usableFromInline
package enum StoredDeleteRule: String, Sendable, Hashable, CaseIterable {
    /// The reference is unchanged. Only with this rule may a reference lead to no object.
    case noAction
    /// The reference becomes null, or is removed from a list.
    case nullify
    /// The object with the reference is deleted, too.
    case cascade
    /// The target cannot be deleted.
    case deny
}

extension AttributeSchema {
    /// Whether it holds several references.
    package var isListOfReferences: Bool {
        guard reference != nil else { return false }
        switch type {
        case .array, .json: return true
        default: return false
        }
    }

    /// The reason why the attribute cannot have its rule; nil if it can.
    var ruleProblem: String? {
        if deleteRule == .noAction { return nil }
        guard reference != nil else {
            return "'\(name)' has the delete rule \(deleteRule.rawValue), but is not a reference"
        }
        guard deleteRule == .nullify, !isNullable, !isListOfReferences else { return nil }
        return "'\(name)' is a required reference, so it cannot be nullified when its object is"
            + " deleted: declare it as optional, or with the delete rule cascade or deny"
    }
}
