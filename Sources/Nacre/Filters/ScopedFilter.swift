internal import NacreEngine
internal import NacreFormat

/// What a ``Filter`` consists of. While closures that it was made in have not ended, it says whose
/// fields it has.
///
/// Not generic: what is done with it needs no type of the runtime for each entity.
struct ScopedFilter: Hashable, Sendable {
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

    /// Holds where both do.
    static func && (left: ScopedFilter, right: ScopedFilter) -> ScopedFilter {
        left.scope.isSame(as: right.scope)
            ? ScopedFilter(left.content && right.content, of: left, right, in: left.scope)
            : ScopedFilter(left.contentOfClosure && right.contentOfClosure, of: left, right)
    }

    /// Holds where one of both does.
    static func || (left: ScopedFilter, right: ScopedFilter) -> ScopedFilter {
        left.scope.isSame(as: right.scope)
            ? ScopedFilter(left.content || right.content, of: left, right, in: left.scope)
            : ScopedFilter(left.contentOfClosure || right.contentOfClosure, of: left, right)
    }

    /// Of two parts.
    /// - Parameter scope: of both; nil if each says by itself whose its fields are.
    private init(
        _ content: NacreEngine.Filter, of left: ScopedFilter, _ right: ScopedFilter,
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

    /// The content, which says itself which closure its fields are from.
    private var contentOfClosure: NacreEngine.Filter { scope.object.map(content.of) ?? content }

    /// What is left when a closure ends that the filter was made in.
    func ending(_ closure: ClosureScope) -> ScopedFilter {
        let isOfClosure = scope.isSame(as: closure)
        guard isOpen || !isOfClosure && scope.object != nil, let object = closure.object else {
            return ScopedFilter(content, problem: problem)
        }
        if let problem = content.levelProblem { return ScopedFilter(.none, problem: problem) }
        let ended = (isOfClosure ? content : contentOfClosure).ending(object)
        return ScopedFilter(ended, problem: problem, isOpen: ended.isOpen)
    }

    /// Why the filter cannot be evaluated by itself; nil if it can.
    var wholeProblem: String? {
        guard problem == nil, isOpen || scope.object != nil else { return problem }
        return "A filter has a field in it of a closure that it does not stand in: '\(content)'."
            + " Use the fields of the closures around it."
    }

    /// Why the filter has no text form; nil if it has one.
    var textProblem: String? { wholeProblem ?? content.levelProblem }

    /// What the engine evaluates.
    /// - Throws: `invalidValue` if a value could not be stored, or a field is of an object that
    ///   nobody knows.
    func checked() throws(StoreError) -> NacreEngine.Filter {
        if let problem = wholeProblem { throw StoreError(.invalidValue, problem) }
        return content
    }
}
