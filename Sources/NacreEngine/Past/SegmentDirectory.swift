internal import NacreFormat

/// The commits of one segment and the places of their records, sorted for looking up former states.
/// It takes eight bytes a record, is made by a walk over the segment, and follows a segment that
/// grows.
///
/// Invariants:
/// 1. The commits ascend, and so do the offsets at which they begin.
/// 2. The entries of an entity ascend by row, and those of a row by offset.
struct SegmentDirectory: Sendable {
    /// A present commit, or the runs of one.
    struct Commit: Sendable {
        let number: CommitNumber
        /// The time, in microseconds since 1970.
        let time: Int64
        let digest: CommitDigest
        /// The author and the note.
        let prelude: Prelude
        /// The offset of its first frame or run. All of its records come after it, and before the
        /// next commit's start.
        let start: Int
    }

    /// A deleted object, or external value.
    struct Tombstone: Sendable {
        let entity: EntityNumber
        /// The key of the object's id.
        let idKey: UInt64
        let row: RowNumber
        let offset: Int
    }

    /// The places of the records of one entity.
    fileprivate struct Part: Sendable {
        let entity: EntityNumber
        /// The row of each record, and a fourth of its offset.
        var entries: [UInt64] = []
    }

    let segment: SegmentNumber
    /// The salt in the segment's header. The number of a file that was given up may be used again.
    let salt: UInt64
    private(set) var commits: [Commit] = []
    /// The tombstones, by entity and key.
    private(set) var tombstones: [Tombstone] = []
    /// The offsets of the tombstones, ascending.
    private var tombstoneOffsets: [Int] = []
    /// The entries, by entity number.
    private var parts: [Part] = []
    /// The place after the last commit that was read.
    private var cursor: FrameCursor

    /// Makes the directory of a segment from which nothing was read yet.
    init(_ header: SegmentHeader, in view: ByteView) {
        segment = header.number
        salt = header.salt
        cursor = FrameCursor(behind: header, in: view)
    }

    var firstCommit: CommitNumber? { commits.first?.number }
    var lastCommit: CommitNumber? { commits.last?.number }

    // MARK: Reading the segment

    /// Reads the commits that were added to the segment since.
    /// - Parameter view: The segment from its start up to the end of a commit.
    mutating func extend(_ view: ByteView, _ catalog: Catalog) throws(FormatError) {
        guard cursor.offset < view.count else { return }
        var news = News(catalog)
        var scanner = FrameScanner(view, from: cursor)
        var parts = PendingParts()
        walk: while true {
            let start = scanner.cursor.offset
            switch scanner.next() {
            case .end(.endOfLog): break walk
            case .end(.invalid(let error)), .end(.unsupported(let error)): throw error
            case .frame(let frame):
                if frame.header.kind == .compacted {
                    try add(frame, scanner.preludes(in: view), to: &news)
                }
                if parts.isEmpty { news.start = start }
                if let commit = try parts.add(frame) { try add(commit, to: &news) }
                if parts.isEmpty { cursor = scanner.cursor }
            }
        }
        merge(news)
    }

    /// The records that one walk has found.
    private struct News {
        let catalog: Catalog
        /// The entries, by entity number.
        var entries: [[UInt64]] = []
        var tombstones: [Tombstone] = []
        /// The offset of the first part of the commit that is being read.
        var start = 0

        init(_ catalog: Catalog) { self.catalog = catalog }

        mutating func add(_ group: RecordGroup) throws(FormatError) {
            var group = group
            while let (record, offset) = try group.next() {
                let key = RowKey(record, catalog)
                let entity = Int(key.entity.rawValue)
                while entries.count <= entity { entries.append([]) }
                entries[entity].append(SegmentDirectory.entry(key.row, offset))
                if record.kind == .tombstone {
                    tombstones.append(
                        Tombstone(
                            entity: key.entity, idKey: record.idKey, row: key.row, offset: offset))
                }
            }
        }
    }

    private mutating func add(_ parts: [Frame], to news: inout News) throws(FormatError) {
        guard let last = parts.last, let digest = last.digest else { return }
        commits.append(
            Commit(
                number: last.header.commit, time: last.header.time, digest: digest,
                prelude: .decoded(parts[0].prelude), start: news.start))
        for part in parts where part.header.kind == .records { try news.add(part.group) }
    }

    /// Adds the runs of a frame. A commit may have several, one after another.
    private mutating func add(
        _ frame: Frame, _ preludes: Preludes, to news: inout News
    ) throws(FormatError) {
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() {
            if run.commit != commits.last?.number {
                commits.append(
                    Commit(
                        number: run.commit, time: run.time, digest: run.digest,
                        prelude: preludes.prelude(of: run.commit), start: records.origin))
            }
            try news.add(records)
        }
    }

    private mutating func merge(_ news: News) {
        for (number, entries) in news.entries.enumerated() where !entries.isEmpty {
            let entity = EntityNumber(UInt16(truncatingIfNeeded: number))
            let place = parts.partitioningIndex { $0.entity >= entity }
            if place == parts.count || parts[place].entity != entity {
                parts.insert(Part(entity: entity), at: place)
            }
            parts[place].entries.mergeSorted(entries)
        }
        guard !news.tombstones.isEmpty else { return }
        tombstones += news.tombstones
        tombstones.sort { ($0.entity, $0.idKey, $0.offset) < ($1.entity, $1.idKey, $1.offset) }
        tombstoneOffsets = tombstones.map(\.offset).sorted()
    }

    private static func entry(_ row: RowNumber, _ offset: Int) -> UInt64 {
        UInt64(row.rawValue) << 32 | UInt64(truncatingIfNeeded: offset / Format.alignment)
    }

    /// Returns a bound that the entries of a row before an offset are below.
    private static func bound(_ row: RowNumber, before end: Int) -> UInt64 {
        end == .max ? (UInt64(row.rawValue) + 1) << 32 : entry(row, end)
    }

    fileprivate static func row(of entry: UInt64) -> RowNumber {
        RowNumber(UInt32(truncatingIfNeeded: entry >> 32))
    }

    fileprivate static func offset(of entry: UInt64) -> Int {
        Int(entry & 0xFFFF_FFFF) * Format.alignment
    }
}

// MARK: Looking up

extension SegmentDirectory {
    /// Returns the commit that wrote the record at an offset.
    func commit(at offset: Int) -> Commit? {
        let place = commits.partitioningIndex { $0.start > offset }
        return place > 0 ? commits[place - 1] : nil
    }

    func commit(_ number: CommitNumber) -> Commit? {
        let place = commits.partitioningIndex { $0.number >= number }
        return place < commits.count && commits[place].number == number ? commits[place] : nil
    }

    /// Returns the offset at which the records of later commits begin.
    func end(of number: CommitNumber) -> Int {
        let place = commits.partitioningIndex { $0.number > number }
        return place < commits.count ? commits[place].start : .max
    }

    /// Calls `body` with the key of each record at some offsets, in the order of the keys.
    /// - Parameter entity: The entity of the records; nil for all.
    func forEachKey(
        at offsets: Range<Int>, of entity: EntityNumber? = nil, _ body: (RowKey) -> Void
    ) {
        for part in parts where entity == nil || part.entity == entity {
            for entry in part.entries where offsets.contains(Self.offset(of: entry)) {
                body(RowKey(part.entity, Self.row(of: entry)))
            }
        }
    }

    /// Returns whether the record at an offset is a tombstone.
    func isTombstone(at offset: Int) -> Bool {
        !tombstoneOffsets.isEmpty && tombstoneOffsets.containsSorted(offset)
    }

    /// Returns the rows of deleted objects with an id key.
    func rows(ofDeleted idKey: UInt64, _ entity: EntityNumber) -> [RowNumber] {
        let start = tombstones.partitioningIndex { ($0.entity, $0.idKey) >= (entity, idKey) }
        return tombstones[start...].prefix { $0.entity == entity && $0.idKey == idKey }.map(\.row)
    }

    /// Calls `body` with each record of an entity that is no tombstone, by row.
    func forEachRecord(
        of entity: EntityNumber, _ body: (RowNumber, Position) throws -> Void
    ) throws {
        guard let part = parts.first(where: { $0.entity == entity }) else { return }
        for entry in part.entries {
            let offset = Self.offset(of: entry)
            if isTombstone(at: offset) { continue }
            try body(Self.row(of: entry), Position(segment, offset: offset))
        }
    }

    /// Calls `body` with each record that is no tombstone, by entity and row.
    func forEachRecord(_ body: (RowKey, Position, CommitNumber) -> Void) {
        for part in parts {
            for entry in part.entries {
                let offset = Self.offset(of: entry)
                guard !isTombstone(at: offset), let commit = commit(at: offset) else { continue }
                body(
                    RowKey(part.entity, Self.row(of: entry)), Position(segment, offset: offset),
                    commit.number)
            }
        }
    }

    /// Calls `body` with the commit of each record at some offsets, of the entities that are
    /// wanted.
    func forEachCommit(
        at offsets: Range<Int>, of isWanted: (EntityNumber) -> Bool, _ body: (CommitNumber) -> Void
    ) {
        for part in parts where isWanted(part.entity) {
            for entry in part.entries {
                let offset = Self.offset(of: entry)
                if offsets.contains(offset), let commit = commit(at: offset) { body(commit.number) }
            }
        }
    }

    /// Returns the places of the records of one row before an offset, oldest first.
    func positions(of key: RowKey, before end: Int) -> [Position] {
        guard let part = parts.first(where: { $0.entity == key.entity }) else { return [] }
        let start = part.entries.partitioningIndex { $0 >= Self.entry(key.row, 0) }
        let bound = Self.bound(key.row, before: end)
        return part.entries[start...].prefix { $0 < bound }.map {
            Position(segment, offset: Self.offset(of: $0))
        }
    }

    /// Calls `body` with the place of the newest record of each row before an offset. The time is
    /// that of a search for each row, or of a walk over all entries if there are many rows.
    /// - Parameters:
    ///   - keys: The keys of the rows, ascending.
    ///   - body: Gets the place of the key in `keys`.
    func forEachNewest(of keys: [RowKey], before end: Int, _ body: (Int, Position) -> Void) {
        var key = 0
        for part in parts {
            guard let first = part.entries.first, let last = part.entries.last else { continue }
            let firstKey = RowKey(part.entity, Self.row(of: first))
            let lastKey = RowKey(part.entity, Self.row(of: last))
            key = keys.partitioningIndex(from: key) { $0 >= firstKey }
            var place = 0
            while key < keys.count, keys[key] <= lastKey {
                let row = keys[key].row
                // The last entry of the row before the end, or an entry of another row.
                let bound = Self.bound(row, before: end)
                place = part.entries.partitioningIndex(from: place) { $0 >= bound }
                if place > 0, Self.row(of: part.entries[place - 1]) == row {
                    body(key, Position(segment, offset: Self.offset(of: part.entries[place - 1])))
                }
                key += 1
            }
        }
    }
}
