/// A query for other objects that a filter needed, as an explanation shows it.
struct ObjectLookup: Sendable {
    /// The reference that leads to them.
    private let reference: String
    private let plan: QueryPlan
    private let count: Int

    init(_ reference: String, _ plan: QueryPlan, count: Int) {
        self.reference = reference
        self.plan = plan
        self.count = count
    }

    /// The plan's lines, which belong to the reference.
    var lines: [String] {
        let lines = plan.accessLines
        return ["\(reference): \(count) found by \(lines[0])"]
            + lines.dropFirst().map { "    \($0)" }
    }
}
