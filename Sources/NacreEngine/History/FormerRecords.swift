internal import NacreFormat

/// The positions that records had at a commit, for rows that changed after it.
enum FormerRecords {
    /// A snapshot of that commit.
    case snapshot(DatabaseSnapshot)
    /// Positions found in the log, if no snapshot exists. Rows without an entry had no object.
    case found([RowKey: Position])

    /// Returns the record's position; ``Position/none`` if the row had no object.
    func position(of key: RowKey) -> Position {
        switch self {
        case .snapshot(let snapshot):
            Position(snapshot.roots(of: key.entity).rows[key.row.rawValue])
        case .found(let positions): positions[key] ?? .none
        }
    }

    /// Searches the segments of a version for the newest records of some rows up to a commit.
    ///
    /// Takes time in proportion to the log. Records that compaction has dropped are not found, so
    /// `commit` must not be before the commit up to which it may have dropped any.
    static func find(
        _ keys: Set<RowKey>, at commit: CommitNumber, in snapshot: DatabaseSnapshot
    ) throws(StoreError) -> FormerRecords {
        var search = Search(keys: keys, limit: commit, catalog: snapshot.catalog)
        if !keys.isEmpty {
            for number in snapshot.version.segments.allNumbers {
                guard let view = snapshot.logBytes(of: number),
                    let header = try snapshot.segmentHeader(number)
                else { continue }
                do { try search.walk(view, header) } catch {
                    throw StoreError(error, file: snapshot.path(of: number))
                }
            }
        }
        return .found(search.newest.compactMapValues { $0.position == .none ? nil : $0.position })
    }
}

extension FormerRecords {
    /// A walk over every record in the log.
    private struct Search {
        let keys: Set<RowKey>
        let limit: CommitNumber
        let catalog: Catalog
        var newest: [RowKey: (commit: CommitNumber, position: Position)] = [:]

        mutating func walk(_ view: ByteView, _ header: SegmentHeader) throws(FormatError) {
            var scanner = FrameScanner(view, from: FrameCursor(behind: header, in: view))
            var parts = PendingParts()
            while true {
                let frame: Frame
                switch scanner.next() {
                case .frame(let next): frame = next
                case .end(.endOfLog): return
                case .end(.invalid(let error)), .end(.unsupported(let error)): throw error
                }
                if frame.header.kind == .compacted {
                    var runs = RunSequence(frame)
                    while let (run, records) = try runs.next() {
                        try add(records, header.number, run.commit)
                    }
                }
                guard let commit = try parts.add(frame) else { continue }
                for part in commit where part.header.kind == .records {
                    try add(part.group, header.number, frame.header.commit)
                }
            }
        }

        private mutating func add(
            _ group: RecordGroup, _ segment: SegmentNumber, _ commit: CommitNumber
        ) throws(FormatError) {
            guard commit <= limit else { return }
            var group = group
            while let (record, offset) = try group.next() {
                let key = RowKey(record, catalog)
                guard keys.contains(key), commit >= newest[key]?.commit ?? commit else { continue }
                let position = Position(segment, offset: offset)
                newest[key] = (commit, record.kind == .tombstone ? .none : position)
            }
        }
    }
}

extension RowKey {
    /// Makes the key of the object or external value that a record belongs to.
    init(_ record: RecordView, _ catalog: Catalog) {
        self.init(catalog.layout(record.layout)?.entity ?? .externalValue, record.row)
    }
}
