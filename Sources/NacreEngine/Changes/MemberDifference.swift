import NacreFormat

/// The changes to stored values if the structs in a collection had other properties.
struct MemberDifference {
    /// Paths of properties whose values would be lost when their objects are next stored.
    private(set) var removed: [String] = []
    /// The reasons why values could not be read as declared, as the ends of sentences.
    private(set) var conflicts: [(path: String, reason: String)] = []

    /// Compares the members of one collection.
    /// - Parameter path: The path of the collection.
    init(from stored: [MemberSchema], to wanted: [MemberSchema], of path: String) {
        for old in stored {
            let name = "\(path).\(old.name)"
            if let new = wanted.first(where: { $0.name == old.name }) {
                compare(old, new, name)
            } else {
                removed.append(name)
            }
        }
        for new in wanted where !new.isOptional && !stored.contains(where: { $0.name == new.name })
        {
            conflicts.append(
                (
                    "\(path).\(new.name)",
                    "is new and required, and stored values lack it. Declare it as optional, or"
                        + " give it a default."
                ))
        }
    }

    private mutating func compare(_ old: MemberSchema, _ new: MemberSchema, _ path: String) {
        if old.type != new.type || !Pipeline.continues(old.pipeline, as: new.pipeline) {
            conflicts.append(
                (
                    path,
                    "is stored as \(Self.form(old)) and declared as \(Self.form(new)). Declare"
                        + " it as it is stored, or give the new property another name."
                ))
        } else if old.isOptional, !new.isOptional {
            conflicts.append(
                (
                    path,
                    "may be missing in stored values, and is declared as required. Declare it as"
                        + " optional, or give it a default."
                ))
        } else if !old.members.isEmpty, !new.members.isEmpty {
            let inner = MemberDifference(from: old.members, to: new.members, of: path)
            removed += inner.removed
            conflicts += inner.conflicts
        }
    }

    private static func form(_ member: MemberSchema) -> String {
        member.pipeline.isEmpty
            ? member.typeName
            : "\(member.typeName) through \(member.pipeline.joined(separator: ", "))"
    }
}
