internal import NacreFormat

/// How a query is going to be answered. ``QueryPlanner`` makes it, ``QueryExecution`` does it. Any
/// plan gives the same answer; only the time differs.
package struct QueryPlan: Sendable {
    let entity: String
    var access: Access
    /// At most so many objects are looked at; nil if the planner did not have to know. An
    /// explanation always says it.
    package var candidateCount: Int?
    /// Of the entity.
    package let objectCount: Int
    /// What the records of candidates are asked, because no key says it.
    package let residual: Filter
    /// Whether only objects in those parts of the ranges have to be asked where keys tie.
    var asksOnlyTies = false
    let order: Order
    /// What had to be known of other objects before the plan was made.
    var lookups: [ObjectLookup] = []
    /// Whether objects before a cursor are left out.
    var isBehindCursor = false
    /// The names of indexes that are still being built.
    var unbuilt: [String] = []
    /// Those attributes that the filter or the order names, and that have stages: see
    /// ``QueryExecution/explainedPlan(alsoNaming:)``.
    var staged: [StagedAttribute] = []

    enum Order: Sendable {
        /// The access is the ranges of an index that has the order; objects of one key are sorted.
        case walk(IndexDefinition, isAscending: Bool)
        /// What was found is sorted. Where only the first ones are kept, the column of the first
        /// attribute may say which objects need not be looked at.
        case sort(by: [Sorting], keeping: Int?, column: AttributeSchema? = nil)
    }
}

extension QueryPlan: CustomStringConvertible {
    /// Lines for people: where candidates come from, what they are asked, what makes the order, and
    /// what was asked of other objects before.
    package var description: String {
        (ownLines + [orderLine] + lookups.flatMap(\.lines)).joined(separator: "\n")
    }

    private var orderLine: String {
        let cursor = isBehindCursor ? ", behind a cursor" : ""
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

    /// Without that of the order, of which counting has none.
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
