public import Foundation
internal import NacreEngine
internal import NacreFormat

/// Finished commits as a list, and what differs between two states.
extension Store {
    /// Returns the finished commits that are kept one by one, newest first. It reads no objects,
    /// and works on stores that are open for reading only, too.
    ///
    /// ```swift
    /// let mine = try store.history(author: "anna", touching: [City.self], limit: 20)
    /// ```
    /// - Parameters:
    ///   - author: Lists the commits of this author only; nil for all.
    ///   - types: Lists only commits that wrote an object of one of these types; empty for all.
    ///   - dates: Lists only commits with a date in this range; nil for all.
    ///   - limit: The maximum number of commits.
    /// - Throws: `unknownEntity` if the store was opened without a type, `closed`, `corrupt`, `io`.
    public func history(
        author: String? = nil, touching types: [any Entity.Type] = [],
        in dates: Range<Date>? = nil, limit: Int = .max
    ) throws(StoreError) -> [CommitInfo] {
        var selection = CommitSelection()
        selection.author = author
        selection.limit = limit
        selection.times = dates.map { $0.lowerBound.microseconds..<$0.upperBound.microseconds }
        if !types.isEmpty {
            selection.entities = try types.map { (type) throws(StoreError) in
                try name(of: type)
            }
        }
        return try StoreError.typed { try database.commits(selection).map(CommitInfo.init) }
    }

    private func name<Owner: Entity>(of type: Owner.Type) throws(StoreError) -> String {
        try registry.binding(type).model.name
    }

    /// Returns the objects that differ between two states, without reading the commits in between.
    ///
    /// ```swift
    /// let changes = try store.difference(from: .mark("before import"))
    /// for update in try changes.updated(City.self) { print(update.old.name, update.new.name) }
    /// ```
    /// - Parameters:
    ///   - start: The earlier state.
    ///   - end: The later state; nil for the newest.
    /// - Throws: `historyGone` if one of the states is not kept, `invalidValue` for a commit that
    ///   does not exist yet and if the second state is older than the first, `noSuchObject` for a
    ///   mark that does not exist, `closed`, `corrupt`, `io`.
    public func difference(
        from start: HistoryPoint, to end: HistoryPoint? = nil
    ) throws(StoreError) -> Difference {
        let content = try StoreError.typed {
            let first = try commit(at: start)
            let last = try end.map { try commit(at: $0) } ?? database.snapshot().commit
            return try database.difference(from: first, to: last)
        }
        return Difference(content, registry)
    }
}

extension Date {
    /// The time in microseconds since 1970, as far as it fits.
    var microseconds: Int64 {
        Int64(Swift.min(Swift.max(timeIntervalSince1970 * 1_000_000, -9e18), 9e18))
    }
}
