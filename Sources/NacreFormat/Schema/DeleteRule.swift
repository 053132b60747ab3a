/// What becomes of a reference when the object that it leads to is deleted. The names are on disk.
@usableFromInline
package enum DeleteRule: String, Sendable, Hashable, CaseIterable {
    /// It stays as it is. Only without a rule may a reference lead nowhere.
    case noAction
    /// It becomes null; from a list it is taken out.
    case nullify
    /// The object that it belongs to is deleted, too.
    case cascade
    /// The object that it leads to cannot be deleted.
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

    /// Why the attribute cannot have its rule; nil if it can.
    var ruleProblem: String? {
        if deleteRule == .noAction { return nil }
        guard reference != nil else {
            return "'\(name)' has the delete rule \(deleteRule.rawValue) and is no reference"
        }
        guard deleteRule == .nullify, !isNullable, !isListOfReferences else { return nil }
        return "'\(name)' is a reference that must be there, so that it cannot be nullified when"
            + " its object is deleted: declare it as optional, or with the rule cascade or deny"
    }
}
