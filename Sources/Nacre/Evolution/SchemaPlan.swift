/// Changes of a schema that the types alone do not say: text that becomes a number, one attribute
/// that becomes two. Everything else needs no plan: see <doc:ChangingTheSchema>.
///
/// ```swift
/// var options = Store.Options()
/// options.schemaPlan = SchemaPlan(
///     SchemaStep(
///         2, "names in two parts",
///         .add("first", String.self, default: "", to: "Member"),
///         .rewrite("Member") { old, new in
///             let name: String = try old["name"] ?? ""
///             new["first"] = String(name.prefix { $0 != " " })
///         }))
/// let store = try Store(at: "library.nacre", options: options, Member.self)
/// ```
/// Steps work on what is stored, by names, and on no Swift type of earlier. A store remembers the
/// generation of its schema, that of the last step that it has seen; opening it runs those behind
/// it, in order, in one commit with what the types change. Where one throws, the store is as it
/// was. A new store has the last generation from the start.
///
/// Steps stay in the plan as long as there may be stores of an earlier generation. Sendable.
public struct SchemaPlan: Sendable {
    let steps: [SchemaStep]
    let progress: (@Sendable (SchemaProgress) -> Void)?

    /// - Parameters:
    ///   - steps: in ascending order of their generations.
    ///   - progress: called now and then while steps go through objects, on the thread that opens
    ///     the store. Where one goes through objects for each of others, it is told of these.
    public init(
        _ steps: SchemaStep..., progress: (@Sendable (SchemaProgress) -> Void)? = nil
    ) {
        self.steps = steps
        self.progress = progress
    }

    /// That of the last step; 0 if there are none.
    public var generation: Int { steps.last?.generation ?? 0 }

    /// Why nobody could follow the plan; nil if all is well.
    var problem: String? {
        guard steps.allSatisfy({ (1...SchemaStep.generationMax).contains($0.generation) }) else {
            return "a generation is a number from 1 to \(SchemaStep.generationMax)"
        }
        guard zip(steps, steps.dropFirst()).allSatisfy({ $0.generation < $1.generation }) else {
            return "its steps stand in no ascending order of generations"
        }
        return nil
    }
}

/// One step of a ``SchemaPlan``: what leads from one generation of the schema to the next.
public struct SchemaStep: Sendable {
    static let generationMax = 1_000_000_000

    /// The generation that the step leads to.
    public let generation: Int
    /// For people: it stands in errors and in previews.
    public let title: String
    let changes: [SchemaChange]

    /// - Parameters:
    ///   - generation: that the step leads to, from 1 up.
    ///   - title: for people.
    ///   - changes: in the order in which they are made.
    public init(_ generation: Int, _ title: String, _ changes: SchemaChange...) {
        self.generation = generation
        self.title = title
        self.changes = changes
    }

    /// A step without a title.
    /// - Parameters:
    ///   - generation: that the step leads to, from 1 up.
    ///   - changes: in the order in which they are made.
    public init(_ generation: Int, _ changes: SchemaChange...) {
        self.generation = generation
        title = ""
        self.changes = changes
    }

    /// For people.
    var name: String { title.isEmpty ? "Step \(generation)" : "Step \(generation), '\(title)'," }
}

/// How far a ``SchemaPlan`` has come with the objects of an entity.
public struct SchemaProgress: Sendable, Hashable {
    /// That the step leads to.
    public let generation: Int
    /// Whose objects are gone through.
    public let entity: String
    /// Objects gone through so far.
    public let done: Int
    /// Objects in all: those that there were at first, or more where a step adds some on the way.
    public let total: Int
}
