internal import NacreFormat
internal import NacreSearch

/// The file of a run of a full-text index. It owns the mapped bytes of the run.
final class RunFile: Sendable {
    let named: NamedRun
    private let mapping: MappedBytes

    private init(_ named: NamedRun, _ mapping: MappedBytes) {
        self.named = named
        self.mapping = mapping
    }

    /// Opens a run.
    /// - Throws: If the file is not the one that was named, or is damaged.
    static func open(_ named: NamedRun, in directory: any StoreDirectory) throws -> SearchRun {
        let file = try directory.open(FileName.run(named.number), .reading)
        guard try file.size() == named.size else {
            throw SearchError.damaged(offset: 0, reason: "size")
        }
        // A run is never changed or cut, so it can be mapped while another process writes.
        let mapping = try file.map(named.size)
        let run = try SearchRun(
            mapping.view, owner: RunFile(named, mapping), isOfFile: true)
        guard run.checksum == named.checksum else {
            throw SearchError.damaged(offset: 0, reason: "another run")
        }
        return run
    }

    /// Writes a run to a new file, and syncs it. If that fails, no file is left.
    /// - Returns: The run in the file.
    static func write(
        _ run: SearchRun, number: UInt32, in directory: any StoreDirectory
    ) throws -> SearchRun {
        let name = FileName.run(number)
        let file = try directory.create(name)
        do {
            try file.write(run.bytes, at: 0)
            try file.sync(.searchRun)
            return try open(
                NamedRun(number: number, size: run.bytes.count, checksum: run.checksum),
                in: directory)
        } catch {
            try? directory.remove(name)
            throw error
        }
    }
}

extension SearchRun {
    /// The file that the run lies in; nil if it is in memory.
    var file: RunFile? { owner as? RunFile }
}
