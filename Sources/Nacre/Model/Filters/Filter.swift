internal import NacreEngine

/// A condition that selects objects of an entity. It is made of fields and Swift's operators:
///
/// ```swift
/// let big = Filter<City> { $0.population >= 1_000_000 && $0.status == .active }
/// let rest = try store.fetch(City.where(!big || Filter { $0.country == "NO" }))
/// ```
/// A filter is a value: it can be compared, hashed, sent to another task, and printed. Its text
/// form is accepted by `nacre fetch --where`. Every filter that compiles can be evaluated.
///
/// Two attributes can be compared with each other: `$0.begun < $0.finished`, and through references
/// `$0.mayor.home == $0.capital`.
///
/// Dot syntax follows references: `$0.mayor.name` is nil if there is no mayor. Arrays and sets of
/// references have `contains { ... }` and `allSatisfy { ... }`. These closures can also use fields
/// of the outer object: `Person.where { one in one.friends.contains { $0.age > one.age } }`.
///
/// The tests have the meaning of the same Swift expressions with optionals. Nil equals only nil. A
/// comparison by order, a range and a test of text are false for nil. `!` inverts the filter
/// inside. NaN equals nothing.
public struct Filter<Root>: Hashable, Sendable {
    let scoped: ScopedFilter

    init(_ scoped: ScopedFilter) { self.scoped = scoped }

    init(
        _ content: FilterExpression, problem: String? = nil, in scope: ClosureScope = .none,
        isOpen: Bool = false
    ) {
        scoped = ScopedFilter(content, problem: problem, in: scope, isOpen: isOpen)
    }

    var content: FilterExpression { scoped.content }
    /// The reason why the filter cannot be evaluated, such as an error of a value's transformer.
    var problem: String? { scoped.problem }
    /// Whether it has fields of a closure that has not ended. See ``ScopedFilter/isOpen``.
    var isOpen: Bool { scoped.isOpen }

    /// The filter that matches every object.
    public static var all: Filter { Filter(.all) }

    @usableFromInline var isAll: Bool {
        if case .all = scoped.content { scoped.problem == nil } else { false }
    }

    /// The filter that matches no object.
    public static var nothing: Filter { Filter(.none) }

    /// Matches if both filters match.
    public static func && (left: Filter, right: Filter) -> Filter {
        Filter(left.scoped && right.scoped)
    }

    /// Matches if at least one of two filters matches.
    public static func || (left: Filter, right: Filter) -> Filter {
        Filter(left.scoped || right.scoped)
    }

    /// Matches if a filter does not match.
    public static prefix func ! (filter: Filter) -> Filter { Filter(!filter.scoped) }
}

extension Filter where Root: Entity {
    /// Makes a filter.
    /// - Parameter make: Makes the filter from the entity's fields.
    public init(_ make: (Root.Fields) -> Filter<Root>) {
        let closure = ClosureScope.new()
        scoped = make(Root.Fields(FieldPath(name: "", in: closure))).scoped.ending(closure)
    }
}

extension Filter: CustomStringConvertible {
    /// The text form: `population >= 1000000 && status == 1`. Enums appear as raw values.
    public var description: String { content.description }
}
