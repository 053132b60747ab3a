internal import NacreEngine
internal import NacreFormat

/// The content of a ``Filter``. Until the closures that the filter was made in have ended, it
/// records which of them its fields belong to.
///
/// Not generic: a generic type would need runtime metadata for each entity.
struct ScopedFilter: Hashable, Sendable {
    let content: FilterExpression
    /// The reason why the filter cannot be evaluated, such as an error of a value's transformer.
    let problem: String?
    /// The closure that the fields belong to, until it ends. Without one, the fields belong to the
    /// object that the filter is applied to.
    private let scope: ClosureScope
    /// Whether it also has fields of another closure that has not ended.
    let isOpen: Bool

    init(
        _ content: FilterExpression, problem: String? = nil, in scope: ClosureScope = .none,
        isOpen: Bool = false
    ) {
        self.content = content
        self.problem = problem
        self.scope = scope
        self.isOpen = isOpen
    }

    /// Matches if both filters match.
    static func && (left: ScopedFilter, right: ScopedFilter) -> ScopedFilter {
        left.scope.isSame(as: right.scope)
            ? ScopedFilter(left.content && right.content, of: left, right, in: left.scope)
            : ScopedFilter(left.contentOfClosure && right.contentOfClosure, of: left, right)
    }

    /// Matches if at least one of two filters matches.
    static func || (left: ScopedFilter, right: ScopedFilter) -> ScopedFilter {
        left.scope.isSame(as: right.scope)
            ? ScopedFilter(left.content || right.content, of: left, right, in: left.scope)
            : ScopedFilter(left.contentOfClosure || right.contentOfClosure, of: left, right)
    }

    /// Makes a filter from the combined content of two.
    /// - Parameter scope: The scope of both; nil if the content records the closures of its fields.
    private init(
        _ content: FilterExpression, of left: ScopedFilter, _ right: ScopedFilter,
        in scope: ClosureScope? = nil
    ) {
        self.init(
            content, problem: left.problem ?? right.problem, in: scope ?? .none,
            isOpen: scope == nil || left.isOpen || right.isOpen)
    }

    static prefix func ! (filter: ScopedFilter) -> ScopedFilter {
        ScopedFilter(
            !filter.content, problem: filter.problem, in: filter.scope, isOpen: filter.isOpen)
    }

    /// The content, which records the closure of its fields.
    private var contentOfClosure: FilterExpression { scope.object.map(content.of) ?? content }

    /// Returns the filter after one of the closures that it was made in has ended.
    func ending(_ closure: ClosureScope) -> ScopedFilter {
        let isOfClosure = scope.isSame(as: closure)
        guard isOpen || !isOfClosure && scope.object != nil, let object = closure.object else {
            return ScopedFilter(content, problem: problem)
        }
        if let problem = content.levelProblem { return ScopedFilter(.none, problem: problem) }
        let ended = (isOfClosure ? content : contentOfClosure).ending(object)
        return ScopedFilter(ended, problem: problem, isOpen: ended.isOpen)
    }

    /// The reason why the filter cannot be evaluated by itself, or nil if it can.
    var wholeProblem: String? {
        guard problem == nil, isOpen || scope.object != nil else { return problem }
        return "A filter uses a field of a closure that does not enclose it: '\(content)'."
            + " Use the fields of the closures around it."
    }

    /// The reason why the filter has no text form, or nil if it has one.
    var textProblem: String? {
        if let problem = wholeProblem ?? content.levelProblem { return problem }
        return content.isDeferred
            ? "The filter compares an attribute whose stages take values from a store, so only a"
                + " store can encode it: '\(content)'." : nil
    }

    /// Returns the filter for the engine.
    /// - Throws: `invalidValue` if a value could not be stored, or if a field belongs to an unknown
    ///   object.
    func checked() throws(StoreError) -> FilterExpression {
        if let problem = wholeProblem { throw StoreError(.invalidValue, problem) }
        return content
    }

    /// Returns the filter for the engine, in a store.
    /// - Parameter context: The values that stages take from the store.
    /// - Throws: `invalidValue`, also if a stage cannot store a value.
    func checked(in context: StageContext) throws(StoreError) -> FilterExpression {
        let content = try checked()
        // Most stores have none, and looking for deferred tests takes time.
        if context.isEmpty { return content }
        return try StoreError.typed { try content.resolved(in: context) }
    }
}
