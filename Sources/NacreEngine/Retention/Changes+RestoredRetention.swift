internal import NacreFormat

/// Writes the settings of another store's history, for a copy with the same commits.
extension Changes {
    /// Stores policies and marks as another store has them.
    /// - Parameters:
    ///   - policies: With the numbers that the entities have here. The store's own is among them.
    ///   - marks: Marks of commits that this store has.
    package func restoreHistory(
        _ policies: [StoredHistoryPolicy], marks: [HistoryMark]
    ) throws {
        guard !policies.isEmpty || !marks.isEmpty else { return }
        try defineHistory()
        for policy in policies { try save(policy) }
        for mark in marks {
            try defineMarks()
            try insert(
                [.string(mark.name), .int(Int64(clamping: mark.commit))],
                into: Format.marksEntity)
        }
    }
}
