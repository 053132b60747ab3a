internal import NacreEngine

/// Which objects of an entity are meant. Made of fields and Swift's operators:
///
/// ```swift
/// let big = Filter<City> { $0.population >= 1_000_000 && $0.status == .active }
/// let rest = try store.fetch(City.where(!big || Filter { $0.country == "NO" }))
/// ```
/// A filter is a value: it can be compared, hashed, sent to another task, and printed; its text is
/// what `nacre fetch --where` takes. Everything that compiles can be evaluated.
///
/// Two attributes are compared with each other as well: `$0.begun < $0.finished`, and through
/// references `$0.mayor.home == $0.capital`.
///
/// A point goes through references: `$0.mayor.name` is nil where there is no mayor. Arrays and sets
/// of references have `contains { ... }` and `allSatisfy { ... }`. Inside of these closures fields
/// of the object outside can be used, too:
/// `Person.where { one in one.friends.contains { $0.age > one.age } }`.
///
/// The tests mean what they mean in Swift, with optionals: nil equals only nil; a comparison by
/// order, a range and a test of text are false for nil; `!` turns round whatever is inside; NaN
/// equals nothing.
public struct Filter<Root>: Hashable, Sendable {
    let scoped: ScopedFilter

    init(_ scoped: ScopedFilter) { self.scoped = scoped }

    init(
        _ content: NacreEngine.Filter, problem: String? = nil, in scope: ClosureScope = .none,
        isOpen: Bool = false
    ) {
        scoped = ScopedFilter(content, problem: problem, in: scope, isOpen: isOpen)
    }

    var content: NacreEngine.Filter { scoped.content }
    /// Why the filter cannot be evaluated: a value whose transformer threw, say.
    var problem: String? { scoped.problem }
    /// See ``ScopedFilter/isOpen``.
    var isOpen: Bool { scoped.isOpen }

    /// Holds for every object.
    public static var all: Filter { Filter(.all) }

    @usableFromInline var isAll: Bool {
        if case .all = scoped.content { scoped.problem == nil } else { false }
    }

    /// Holds for no object.
    public static var nothing: Filter { Filter(.none) }

    /// Holds where two filters hold.
    public static func && (left: Filter, right: Filter) -> Filter {
        Filter(left.scoped && right.scoped)
    }

    /// Holds where one of two filters holds.
    public static func || (left: Filter, right: Filter) -> Filter {
        Filter(left.scoped || right.scoped)
    }

    /// Holds where a filter does not.
    public static prefix func ! (filter: Filter) -> Filter { Filter(!filter.scoped) }
}

extension Filter where Root: Entity {
    /// - Parameter make: the filter, of the entity's fields.
    public init(_ make: (Root.Fields) -> Filter<Root>) {
        let closure = ClosureScope.new()
        scoped = make(Root.Fields(FieldPath(name: "", in: closure))).scoped.ending(closure)
    }
}

extension Filter: CustomStringConvertible {
    /// The text form: `population >= 1000000 && status == 1`. Enums stand there by raw value.
    public var description: String { content.description }
}
