internal import NacreFormat

/// The plan for a query. ``QueryPlanner`` makes it and ``QueryExecution`` runs it. All plans give
/// the same result; only the time differs.
package struct QueryPlan: Sendable {
    let entity: String
    var access: Access
    /// The maximum number of objects examined; nil if the planner did not need it. In an
    /// explanation it is always set.
    package var candidateCount: Int?
    /// The number of objects of the entity.
    package let objectCount: Int
    /// The filter that candidates' records are tested with, because no key decides it.
    package let residual: FilterExpression
    /// Whether the residual must be tested only for objects whose keys tie with the ends of a
    /// range.
    var asksOnlyTies = false
    let order: Order
    /// The lookups of other objects that ran before the plan was made.
    var lookups: [ObjectLookup] = []
    /// Whether objects before a cursor are left out.
    var isBehindCursor = false
    /// The names of indexes that are still being built.
    var unbuilt: [String] = []
    /// The attributes named by the filter or the order that have stages: see
    /// ``QueryExecution/explainedPlan(alsoNaming:)``.
    var staged: [StagedAttribute] = []

    enum Order: Sendable {
        /// The access consists of ranges of an index that has the order. Objects of one key are
        /// sorted.
        case walk(IndexDefinition, isAscending: Bool)
        /// The objects found are sorted. If only the first ones are kept, the column of the first
        /// attribute may rule out objects without reading them.
        case sort(by: [SortTerm], keeping: Int?, column: AttributeSchema? = nil)
    }
}

extension QueryPlan: CustomStringConvertible {
    /// The text, for people: the source of the candidates, the filter they are tested with, the
    /// order, and the lookups of other objects.
    package var description: String {
        (ownLines + [orderLine] + lookups.flatMap(\.lines)).joined(separator: "\n")
    }

    private var orderLine: String {
        let cursor = isBehindCursor ? ", after a cursor" : ""
        switch order {
        case .walk(let index, let isAscending):
            let direction = isAscending ? "" : ", descending"
            return "order: that of the index on \(index.name)\(direction)\(cursor)"
        case .sort(let sorts, let kept, let column):
            let list = (sorts.map(\.description) + ["id"]).joined(separator: ", ")
            let kind = kept.map { "the first \($0) by" } ?? "sorted by"
            let known = column.map { ", known by column \(FilterText.name($0.name))" } ?? ""
            return "order: \(kind) \(list)\(known)\(cursor)"
        }
    }

    /// The lines without that of the order; counting has no order.
    var accessLines: [String] { ownLines + lookups.flatMap(\.lines) }

    private var ownLines: [String] {
        let name = FilterText.name(entity)
        let candidates = candidateCount.map { "\($0) of " } ?? ""
        let first = "\(name): \(access.text), \(candidates)\(objectCount) objects"
        return [first] + (residual.isAll ? [] : ["filter: \(residual)"])
            + unbuilt.map { "still being built: index on \($0)" }
            + staged.map { "stages: \($0)" }
    }
}

extension Access {
    fileprivate var text: String {
        switch self {
        case .nothing: return "nothing"
        case .everything: return "all objects"
        case .rows: return "full-text search"
        case .columns(let conditions):
            let names = conditions.map(\.attribute.name).joined(separator: ", ")
            return "\(conditions.count == 1 ? "column" : "columns") \(names)"
        case .ranges(let index, let ranges):
            let kind =
                index.slot < 0
                ? "ids"
                : index.isUnique
                    ? "unique \(index.name)"
                    : "index on \(index.isOfElements ? "elements of " : "")\(index.name)"
            return ranges.count == 1 ? kind : "\(kind) in \(ranges.count) ranges"
        case .intersection(let parts): return Self.list(parts, "and")
        case .union(let parts): return Self.list(parts, "or")
        }
    }

    private static func list(_ parts: [Access], _ word: String) -> String {
        "(" + parts.map(\.text).joined(separator: ") \(word) (") + ")"
    }
}
