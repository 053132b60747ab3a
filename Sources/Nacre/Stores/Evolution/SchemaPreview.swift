/// The changes that opening a store with types and a plan would make. See
/// ``Store/schemaPreview(at:options:_:)``. Sendable.
public struct SchemaPreview: Sendable, CustomStringConvertible {
    /// One change of an entity or of an attribute.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// The name of the entity after the change. Empty if a step's closure works on all
        /// entities: its effect is not known in advance.
        public let entity: String
        /// A description of the change, for people.
        public let text: String
        /// The number of objects that are visited (and rewritten if they change) or deleted. 0 if
        /// no objects are rewritten because they are read in the new form, and 0 if a step's
        /// closure works on all entities.
        public let objects: Int

        /// The change as one line of text.
        public var description: String {
            let count = objects == 1 ? "1 object" : "\(objects) objects"
            let subject = entity.isEmpty ? "" : "\(entity): "
            return subject + text + (objects > 0 ? " (goes through \(count))" : "")
        }
    }

    /// The generation of the store's schema, and the generation after opening.
    public internal(set) var generation: (stored: Int, planned: Int)
    /// The changes, in the order in which they would be made.
    public internal(set) var changes: [Change] = []
    /// The reason why opening would fail: types do not fit, or objects violate a new unique
    /// constraint or delete rule. In the latter case, it names the objects. Not checked are objects
    /// that a step of the plan changes and the future values of derived attributes, since both
    /// depend on the program's code.
    public internal(set) var refusal: StoreError?

    /// Whether opening would change nothing and succeed.
    public var isEmpty: Bool {
        changes.isEmpty && refusal == nil && generation.stored == generation.planned
    }

    /// One line for each change, one if the generation changes, and one for the refusal.
    public var description: String {
        var lines = changes.map(\.description)
        if generation.stored != generation.planned {
            lines.append("generation \(generation.stored) becomes \(generation.planned)")
        }
        if let refusal { lines.append("refused: \(refusal.message)") }
        return lines.isEmpty ? "nothing changes" : lines.joined(separator: "\n")
    }
}
