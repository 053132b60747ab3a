/// Changes of a schema that types alone do not express, such as text that becomes a number or one
/// attribute that becomes two. All other changes need no plan: see <doc:ChangingTheSchema>.
///
/// ```swift
/// let plan = SchemaPlan(
///     SchemaStep(
///         2, "names in two parts",
///         .add("first", String.self, default: "", to: "Member"),
///         .rewrite("Member") { old, new in
///             let name: String = try old["name"] ?? ""
///             new["first"] = String(name.prefix { $0 != " " })
///         }))
/// let store = try Store(at: "library.nacre", Schema(Member.self, plan: plan))
/// ```
/// Steps work on stored objects by name; they do not need the Swift types of earlier versions. A
/// store remembers the generation of its schema: the generation of the last step it has run.
/// Opening the store runs all later steps in order, in one commit together with the changes that
/// the types require. If a step throws, the store stays unchanged. A new store starts with the last
/// generation.
///
/// Keep steps in the plan as long as there may be stores of an earlier generation. Sendable.
public struct SchemaPlan: Sendable {
    let steps: [SchemaStep]
    let progress: (@Sendable (SchemaProgress) -> Void)?

    /// Makes a plan.
    /// - Parameters:
    ///   - steps: The steps, in ascending order of their generations.
    ///   - progress: Called periodically while steps go through objects, on the thread that opens
    ///     the store. If passes are nested, only the outermost one is reported.
    public init(
        _ steps: SchemaStep..., progress: (@Sendable (SchemaProgress) -> Void)? = nil
    ) {
        self.steps = steps
        self.progress = progress
    }

    /// The generation of the last step; 0 if there are no steps.
    public var generation: Int { steps.last?.generation ?? 0 }

    /// The reason why the plan is invalid, or nil if it is valid.
    var problem: String? {
        guard steps.allSatisfy({ (1...SchemaStep.generationMax).contains($0.generation) }) else {
            return "a generation must be a number from 1 to \(SchemaStep.generationMax)"
        }
        guard zip(steps, steps.dropFirst()).allSatisfy({ $0.generation < $1.generation }) else {
            return "its steps must be in ascending order of generations"
        }
        return nil
    }
}

/// One step of a ``SchemaPlan``, which leads from one generation of the schema to the next.
public struct SchemaStep: Sendable {
    static let generationMax = 1_000_000_000

    /// The generation that the step leads to.
    public let generation: Int
    /// The title, for people. It appears in errors and in previews.
    public let title: String
    let changes: [SchemaChange]

    /// Makes a step with a title.
    /// - Parameters:
    ///   - generation: The generation that the step leads to, from 1 to 1,000,000,000.
    ///   - title: The title, for people.
    ///   - changes: The changes, in the order in which they are made.
    public init(_ generation: Int, _ title: String, _ changes: SchemaChange...) {
        self.generation = generation
        self.title = title
        self.changes = changes
    }

    /// Makes a step without a title.
    /// - Parameters:
    ///   - generation: The generation that the step leads to, from 1 to 1,000,000,000.
    ///   - changes: The changes, in the order in which they are made.
    public init(_ generation: Int, _ changes: SchemaChange...) {
        self.generation = generation
        title = ""
        self.changes = changes
    }

    /// The name of the step in errors, for people.
    var name: String { title.isEmpty ? "Step \(generation)" : "Step \(generation), '\(title)'," }
}

/// The progress of a ``SchemaPlan`` through the objects of an entity.
public struct SchemaProgress: Sendable, Hashable {
    /// The generation that the step leads to.
    public let generation: Int
    /// The entity whose objects are visited.
    public let entity: String
    /// The number of objects visited so far.
    public let done: Int
    /// The total number of objects: the initial number, or more if a step adds objects during the
    /// pass.
    public let total: Int
}
