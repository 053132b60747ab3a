internal import NacreFormat

/// A checkpoint's file whose header is sound. Whatever is wrong with the rest: it is a cache, and
/// opening a store does without it. An object: see ``StoreOpener``.
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
            // Nobody ever cuts a checkpoint, so that it can be mapped beside a writer too.
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

    /// What the directory says that there is.
    func sections() throws(StoreError) -> [CheckpointSection] {
        try reading { () throws(FormatError) in try header.sections(in: mapping.view) }
    }

    /// What the checkpoint covers. May be asked before the other sections are known to be sound.
    func info(_ sections: [CheckpointSection]) throws(StoreError) -> CheckpointInfo {
        let covered = try reading { () throws(FormatError) in
            let place = try SectionPlaces(sections).place(of: .segments, EntityNumber(0))
            let section = sections[place]
            let view = try section.checked(in: mapping.view)
            return try CoveredSegment.decodeAll(view, origin: section.offset)
        }
        return CheckpointInfo(
            number: number, size: mapping.view.count, commit: header.commit, covered: covered)
    }

    /// Checks the sections: of rows the tops of their blocks, of trees only what the directory says
    /// of them, since they are looked at later (``CheckpointTree``).
    /// - Parameter covered: the numbers of the segments that rows may lead into, ascending.
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

    /// Runs what reads the file.
    func reading<Result>(
        _ body: () throws(FormatError) -> Result
    ) throws(StoreError) -> Result {
        do { return try body() } catch { throw StoreError(error, file: path) }
    }
}
