internal import NacreEngine
internal import NacreFormat

/// Which objects of an entity are meant. Made of fields and Swift's operators:
///
/// ```swift
/// let big = Filter<City> { $0.population >= 1_000_000 && $0.status == .active }
/// let rest = try store.fetch(City.where(!big || Filter { $0.country == "NO" }))
/// ```
/// A filter is a value: it can be compared, hashed, sent to another task, and printed; its text is
/// what `nacre fetch --where` takes. Everything that compiles can be evaluated, unless it asks in
/// an inner closure for fields of an outer one.
///
/// Two attributes are compared with each other as well: `$0.begun < $0.finished`, and through
/// references `$0.mayor.home == $0.capital`.
///
/// A point goes through references: `$0.mayor.name` is nil where there is no mayor. Arrays and sets
/// of references have `contains { ... }` and `allSatisfy { ... }`.
///
/// The tests mean what they mean in Swift, with optionals: nil equals only nil; a comparison by
/// order, a range and a test of text are false for nil; `!` turns round whatever is inside; NaN
/// equals nothing.
public struct Filter<Root>: Hashable, Sendable {
    let content: NacreEngine.Filter
    /// Why the filter cannot be evaluated: a value whose transformer threw, say.
    let problem: String?
    /// Of the closure that the fields are from, until it ends.
    private let scope: ClosureScope

    init(
        _ content: NacreEngine.Filter, problem: String? = nil, in scope: ClosureScope = .none
    ) {
        self.content = content
        self.problem = problem
        self.scope = scope
    }

    /// The same, of fields of a closure.
    func of(_ scope: ClosureScope) -> Filter { Filter(content, problem: problem, in: scope) }

    /// Holds for every object.
    public static var all: Filter { Filter(.all) }

    /// Holds for no object.
    public static var nothing: Filter { Filter(.none) }

    /// Holds where two filters hold.
    public static func && (left: Filter, right: Filter) -> Filter {
        Filter(
            left.content && right.content, problem: left.problem ?? right.problem,
            in: left.scope.joined(with: right.scope))
    }

    /// Holds where one of two filters holds.
    public static func || (left: Filter, right: Filter) -> Filter {
        Filter(
            left.content || right.content, problem: left.problem ?? right.problem,
            in: left.scope.joined(with: right.scope))
    }

    /// Holds where a filter does not.
    public static prefix func ! (filter: Filter) -> Filter {
        Filter(!filter.content, problem: filter.problem, in: filter.scope)
    }

    /// What the engine evaluates.
    /// - Throws: `invalidValue` if a value could not be stored.
    func checked() throws(StoreError) -> NacreEngine.Filter {
        if let problem { throw StoreError(.invalidValue, problem) }
        return content
    }
}

extension Filter where Root: Entity {
    /// - Parameter make: the filter, of the entity's fields.
    public init(_ make: (Root.Fields) -> Filter<Root>) {
        let closure = ClosureScope.new()
        let filter = make(Root.Fields(FieldPath(name: "", in: closure)))
        self.init(
            filter.content,
            problem: filter.scope.isWithin(closure)
                ? filter.problem
                : "A filter of objects of '\(Root.entityName)' inside of another filter tests a"
                    + " field of the object outside of it. Test that one outside: a filter can"
                    + " combine both with && and ||.")
    }
}

extension Filter: CustomStringConvertible {
    /// The text form: `population >= 1000000 && status == 1`. Enums stand there by raw value.
    public var description: String { content.description }
}
