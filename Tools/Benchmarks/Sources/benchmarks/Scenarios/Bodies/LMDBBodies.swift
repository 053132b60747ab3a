import CMemmem

/// Records that `memmem` searches in place.
struct LMDBBodies: BodyStore {
    let rows: LMDBRows

    init(in directory: String) throws {
        rows = try LMDBRows(in: directory, records: [Body.table])
    }

    func count(containing word: String) throws -> Int {
        let database = try rows.database(Body.table)
        let word = Array(word.utf8)
        return try rows.environment.read { transaction in
            var count = 0
            try transaction.forEach(in: database) { _, record in
                if record.contains(word) { count += 1 }
            }
            return count
        }
    }
}

extension RawSpan {
    fileprivate func contains(_ word: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { bytes in
            unsafe word.withUnsafeBytes { word in
                unsafe memmem(bytes.baseAddress, bytes.count, word.baseAddress, word.count) != nil
            }
        }
    }
}
