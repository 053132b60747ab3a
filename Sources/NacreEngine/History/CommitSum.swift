internal import NacreFormat

/// The combined effect of several consecutive commits. An object that one inserted and another
/// deleted is left out.
package struct CommitSum {
    /// Reads the former revisions; nil before the first commit.
    package private(set) var before: HistoryStorage?
    /// Reads the new revisions; nil before the first commit.
    package private(set) var after: HistoryStorage?
    /// The changes. An object that was inserted and deleted again leaves nil.
    private var sum: [RecordChange?] = []
    /// The places of objects' changes in `sum`, by the objects' present rows.
    private var places: [RowKey: Int] = [:]

    package init() {}

    /// The changes in the order in which the objects were first touched, without objects that ended
    /// up unchanged.
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
