internal import CNacreShims
internal import NacreFormat

/// Which records were found to be whole, of those that a checkpoint led to past frames that nobody
/// has checked: a bit for each row that there was when the store was opened. Whoever reads such a
/// record first checks it; scans then trust it.
///
/// A row says enough. What is written later, by changes or a compaction, stands in segments that
/// are checked, so that a row never gets another record that is not.
///
/// Any number of threads may ask and mark: at worst two of them check the same record.
@safe package final class CheckedRows: @unchecked Sendable {
    // SAFETY: as many words as `starts` ends with, read and written only by atomic instructions.
    private let words: UnsafeMutablePointer<UInt64>
    /// Of the words of each entity, by its number, and behind the last.
    private let starts: [Int]

    /// - Parameters:
    ///   - ends: of the rows of each entity, by its number. A forged checkpoint says what it likes.
    ///   - rowsMax: for no more rows memory is taken; those behind them are checked each time.
    init(ends: [UInt32], rowsMax: Int) {
        var starts = [0]
        for end in ends {
            let start = starts[starts.count - 1]
            starts.append(min(start + (Int(end) + 63) / 64, max(start, rowsMax / 64)))
        }
        self.starts = starts
        guard let words = unsafe nacre_zeroed_words(Self.wordCount(starts)) else {
            preconditionFailure("there is no memory for the rows that were checked")
        }
        unsafe self.words = words
    }

    deinit { unsafe nacre_free_words(words, Self.wordCount(starts)) }

    private static func wordCount(_ starts: [Int]) -> Int { max(1, starts[starts.count - 1]) }

    func contains(_ row: RowNumber, of entity: EntityNumber) -> Bool {
        guard let place = place(of: row.rawValue, entity) else { return false }
        return unsafe nacre_load_relaxed(words + place) & bit(row) != 0
    }

    func insert(_ row: RowNumber, of entity: EntityNumber) {
        guard let place = place(of: row.rawValue, entity) else { return }
        unsafe nacre_or_relaxed(words + place, bit(row))
    }

    private func bit(_ row: RowNumber) -> UInt64 { 1 << UInt64(row.rawValue % 64) }

    /// Nil if the row, or its entity, is younger than the opening.
    private func place(of row: UInt32, _ entity: EntityNumber) -> Int? {
        let entity = Int(entity.rawValue)
        guard entity < starts.count - 1 else { return nil }
        let place = starts[entity] + Int(row / 64)
        return place < starts[entity + 1] ? place : nil
    }
}
