internal import NacreFormat

/// The file of a checkpoint, whose header is sound. If anything else in it is damaged, the store is
/// opened without it: a checkpoint is a cache. A class: see ``StoreOpener``.
final class CheckpointFile {
    let number: UInt32
    let header: CheckpointHeader
    let mapping: MappedBytes
    private let path: String

    init(
        _ number: UInt32, in directory: any StoreDirectory, storeID: StoreID
    ) throws(StoreError) {
        self.number = number
        let name = FileName.checkpoint(number)
        path = "\(directory.path)/\(name)"
        do throws(FileError) {
            let file = try directory.open(name, .reading)
            // A checkpoint is never truncated, so it can be mapped even while another process
            // writes to the store.
            mapping = try file.mapPrivately(try file.size())
        } catch {
            throw StoreError(error)
        }
        do throws(FormatError) {
            header = try CheckpointHeader.decode(mapping.view)
            guard header.storeID == storeID else {
                throw FormatError(
                    .badValue, structure: "checkpoint header", field: "store id",
                    offset: CheckpointHeaderFields.storeID.offset, expected: "\(storeID)",
                    found: "\(header.storeID)")
            }
        } catch {
            throw StoreError(error, file: path)
        }
    }

    /// Returns the sections that the file's directory lists.
    func sections() throws(StoreError) -> [CheckpointSection] {
        try reading { () throws(FormatError) in try header.sections(in: mapping.view) }
    }

    /// Returns the description of the checkpoint. May be called before the other sections are known
    /// to be sound.
    func info(_ sections: [CheckpointSection]) throws(StoreError) -> CheckpointInfo {
        let covered = try reading { () throws(FormatError) in
            let place = try SectionPlaces(sections).place(of: .segments, EntityNumber(0))
            let section = sections[place]
            let view = try section.checked(in: mapping.view)
            return try CoveredSegment.decodeAll(view, origin: section.offset)
        }
        return CheckpointInfo(
            number: number, size: mapping.view.count, commit: header.commit, covered: covered,
            runs: try searches(sections).runNumbers)
    }

    /// Returns the numbers of the runs that the checkpoint names.
    func runNumbers() throws(StoreError) -> [UInt32] { try searches(sections()).runNumbers }

    /// Returns the full-text indexes.
    func searches(_ sections: [CheckpointSection]) throws(StoreError) -> [CheckpointSearch] {
        // Most stores have none.
        guard sections.contains(where: { $0.kind == .search }) else { return [] }
        var searches: [CheckpointSearch] = []
        for section in sections where section.kind == .search {
            let runs = try reading { () throws(FormatError) in
                let view = try section.checked(in: mapping.view)
                let runs = try NamedRun.decodeAll(view, origin: section.offset)
                guard runs.count == section.entries else {
                    throw section.bad("entries", runs.count, section.entries)
                }
                return runs
            }
            searches.append(
                CheckpointSearch(entity: section.entity, number: section.number, runs: runs))
        }
        return searches
    }

    /// Checks the sections: for rows, the tops of their blocks; for trees, only their entries in
    /// the directory, because trees are checked later (``CheckpointTree``).
    /// - Parameter covered: The numbers of the segments that rows may refer to, ascending.
    func check(_ sections: [CheckpointSection], covering covered: [UInt32]) throws(StoreError) {
        try reading { () throws(FormatError) in
            for section in sections {
                if section.kind.isOfTree {
                    try section.checkSize()
                } else {
                    mapping.prefetch(section.checkedRange)
                    try section.check(in: mapping.view, covering: covered)
                }
            }
        }
    }

    /// Runs a read of the file, and adds the path to its errors.
    func reading<Result>(
        _ body: () throws(FormatError) -> Result
    ) throws(StoreError) -> Result {
        do { return try body() } catch { throw StoreError(error, file: path) }
    }
}
