internal import NacreFormat

/// What several commits did in all, one after another: an object that one inserted and another
/// deleted is not told.
package struct CommitSum {
    /// Reads the former revisions; nil before the first commit.
    package private(set) var before: HistoryStorage?
    /// Reads the new ones.
    package private(set) var after: HistoryStorage?
    /// What came and went leaves a gap.
    private var sum: [RecordChange?] = []
    /// Where the change of an object stands, by the row that it has now.
    private var places: [RowKey: Int] = [:]

    package init() {}

    /// In the order in which the objects were first touched, without those that are as they were.
    package var changes: [RecordChange] {
        sum.compactMap { $0 }.filter { change in
            guard let before, let after else { return true }
            return !change.isNothing(from: before, to: after)
        }
    }

    package mutating func add(_ commit: LoggedCommit) {
        before = before ?? commit.before
        after = commit.after
        for change in commit.changes + commit.moves {
            let place = change.formerKey.flatMap { places.removeValue(forKey: $0) }
            let whole = place.flatMap { sum[$0]?.followed(by: change) } ?? change
            let isNothing = whole.formerKey == nil && whole.nextKey == nil
            let index = place ?? sum.count
            if place == nil { sum.append(nil) }
            sum[index] = isNothing ? nil : whole
            if let key = whole.nextKey { places[key] = index }
        }
    }
}
