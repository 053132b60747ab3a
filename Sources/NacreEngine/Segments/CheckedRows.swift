internal import CNacreShims
internal import NacreFormat

/// The set of records found intact, among those that a checkpoint refers to in frames that were not
/// checked: one bit for each row that existed when the store was opened. A reader checks such a
/// record on first use; later scans then trust it.
///
/// A row number is enough to identify the record. Changes and compactions write to segments that
/// are checked, so a row never gets another unchecked record.
///
/// Thread-safe. At worst, two threads check the same record.
@safe package final class CheckedRows: @unchecked Sendable {
    // SAFETY: the count of words is the last element of `starts`. They are read and written only by
    // atomic instructions.
    private let words: UnsafeMutablePointer<UInt64>
    /// The index of each entity's first word, by entity number, followed by the total count.
    private let starts: [Int]

    /// - Parameters:
    ///   - ends: The end of each entity's rows, by entity number. A forged checkpoint may contain
    ///     any value.
    ///   - rowsMax: The maximum number of rows to allocate bits for. Rows beyond it are checked on
    ///     every read.
    init(ends: [UInt32], rowsMax: Int) {
        var starts = [0]
        for end in ends {
            let start = starts[starts.count - 1]
            starts.append(min(start + (Int(end) + 63) / 64, max(start, rowsMax / 64)))
        }
        self.starts = starts
        guard let words = unsafe nacre_zeroed_words(Self.wordCount(starts)) else {
            preconditionFailure("there is not enough memory for the marks of checked rows")
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

    /// Returns the index of the word that holds the row's bit. Returns nil if the row or its entity
    /// is newer than the opening of the store, or if the row has no bit.
    private func place(of row: UInt32, _ entity: EntityNumber) -> Int? {
        let entity = Int(entity.rawValue)
        guard entity < starts.count - 1 else { return nil }
        let place = starts[entity] + Int(row / 64)
        return place < starts[entity + 1] ? place : nil
    }
}
