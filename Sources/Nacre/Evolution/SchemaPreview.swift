/// What opening a store with types and a plan would change in it: see
/// ``Store/schemaPreview(at:options:_:)``. Sendable.
public struct SchemaPreview: Sendable, CustomStringConvertible {
    /// One change of an entity or of an attribute.
    public struct Change: Sendable, Hashable, CustomStringConvertible {
        /// The name of the entity, as it will be; empty where a step's closure works on all of
        /// them, of which nobody knows before what it does.
        public let entity: String
        /// What changes, for people.
        public let text: String
        /// The objects that are gone through, and rewritten where they change, or deleted; 0 where
        /// nothing is rewritten and objects are read in the new form, and where a step's closure
        /// works on all entities.
        public let objects: Int

        /// In one line.
        public var description: String {
            let count = objects == 1 ? "1 object" : "\(objects) objects"
            let subject = entity.isEmpty ? "" : "\(entity): "
            return subject + text + (objects > 0 ? " (goes through \(count))" : "")
        }
    }

    /// The generation of the store's schema, and the one that it would get.
    public internal(set) var generation: (stored: Int, planned: Int)
    /// In the order in which they would be made.
    public internal(set) var changes: [Change] = []
    /// Why the store would refuse it: because types do not fit, or because objects do not allow
    /// what becomes unique or a delete rule, and then it names them. Objects that a step of the
    /// plan changes are not looked at, nor is what derived attributes will be: only running the
    /// program's code tells.
    public internal(set) var refusal: StoreError?

    /// Whether the store fits as it is.
    public var isEmpty: Bool {
        changes.isEmpty && refusal == nil && generation.stored == generation.planned
    }

    /// A line for each change, and one for the refusal.
    public var description: String {
        var lines = changes.map(\.description)
        if generation.stored != generation.planned {
            lines.append("generation \(generation.stored) becomes \(generation.planned)")
        }
        if let refusal { lines.append("refused: \(refusal.message)") }
        return lines.isEmpty ? "nothing changes" : lines.joined(separator: "\n")
    }
}
