internal import NacreEngine
internal import NacreFormat

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
    let content: NacreEngine.Filter
    /// Why the filter cannot be evaluated: a value whose transformer threw, say.
    let problem: String?
    /// Of the closure that the fields are from, until it ends. Without one they are of whichever
    /// object the filter comes to be of.
    private let scope: ClosureScope
    /// Whether there are fields in it of still another closure, which has not ended.
    let isOpen: Bool

    init(
        _ content: NacreEngine.Filter, problem: String? = nil, in scope: ClosureScope = .none,
        isOpen: Bool = false
    ) {
        self.content = content
        self.problem = problem
        self.scope = scope
        self.isOpen = isOpen
    }

    /// Holds for every object.
    public static var all: Filter { Filter(.all) }

    /// Holds for no object.
    public static var nothing: Filter { Filter(.none) }

    /// Holds where two filters hold.
    public static func && (left: Filter, right: Filter) -> Filter {
        left.joined(with: right) { $0 && $1 }
    }

    /// Holds where one of two filters holds.
    public static func || (left: Filter, right: Filter) -> Filter {
        left.joined(with: right) { $0 || $1 }
    }

    /// Holds where a filter does not.
    public static prefix func ! (filter: Filter) -> Filter {
        Filter(
            !filter.content, problem: filter.problem, in: filter.scope, isOpen: filter.isOpen)
    }

    private func joined(
        with other: Filter, _ join: (NacreEngine.Filter, NacreEngine.Filter) -> NacreEngine.Filter
    ) -> Filter {
        let problem = problem ?? other.problem
        guard !scope.isSame(as: other.scope) else {
            return Filter(
                join(content, other.content), problem: problem, in: scope,
                isOpen: isOpen || other.isOpen)
        }
        return Filter(
            join(contentOfClosure, other.contentOfClosure), problem: problem, isOpen: true)
    }

    /// The filter as one that says itself which closure its fields are from.
    private var contentOfClosure: NacreEngine.Filter { scope.object.map(content.of) ?? content }

    /// What is left when a closure ends that the filter was made in.
    fileprivate func ending(_ closure: ClosureScope) -> Filter {
        guard isOpen || scope.object != nil && !scope.isSame(as: closure),
            let object = closure.object
        else { return Filter(content, problem: problem) }
        let ended = (scope.isSame(as: closure) ? content : contentOfClosure).ending(object)
        return Filter(ended, problem: problem, isOpen: ended.isOpen)
    }

    /// Why the filter cannot be evaluated by itself; nil if it can.
    var wholeProblem: String? {
        problem
            ?? (isOpen
                ? "A filter has a field in it of a closure that it does not stand in:"
                    + " '\(content)'. Use the fields of the closures around it."
                : nil)
    }

    /// What the engine evaluates.
    /// - Throws: `invalidValue` if a value could not be stored, or a field is of an object that
    ///   nobody knows.
    func checked() throws(StoreError) -> NacreEngine.Filter {
        if let problem = wholeProblem { throw StoreError(.invalidValue, problem) }
        return content
    }
}

extension Filter where Root: Entity {
    /// - Parameter make: the filter, of the entity's fields.
    public init(_ make: (Root.Fields) -> Filter<Root>) {
        let closure = ClosureScope.new()
        self = make(Root.Fields(FieldPath(name: "", in: closure))).ending(closure)
    }
}

extension Filter: CustomStringConvertible {
    /// The text form: `population >= 1000000 && status == 1`. Enums stand there by raw value.
    public var description: String { content.description }
}
