internal import NacreFormat
internal import NacreSearch

/// Writes the runs of full-text indexes to files, so that a checkpoint can name them. Runs that
/// are in files already are named again, and not written.
///
/// The indexes in memory go on with the written files only once the checkpoint is published:
/// otherwise the files are removed.
struct SearchSaving {
    private let version: Version
    private let directory: any StoreDirectory
    /// The numbers of the runs that were there before.
    private let present: Set<UInt32>
    private(set) var searches: [CheckpointSearch] = []
    private var written: [UInt32] = []
    private var replacements: [Replacement] = []

    /// Runs of an index that become one: merged, or in a file.
    private struct Replacement {
        let identity: SearchIdentity
        let era: SearchEra
        let range: Range<Int>
        let run: SearchRun
        /// The state in which the range was.
        let former: SearchState
    }

    /// The size of several runs together, in bytes, up to which they are merged.
    private static let mergedMax = 1 << 30

    /// - Parameter version: The version whose checkpoint is being written.
    init(_ version: Version, in directory: any StoreDirectory) throws(FileError) {
        self.version = version
        self.directory = directory
        present = Set(try directory.list().compactMap(FileName.runNumber))
    }

    /// Saves all indexes that there are. One that is not built yet, or cannot be brought up to
    /// date, is left out.
    /// - Parameter check: Called from time to time. An error it throws ends the work.
    /// - Throws: An error of the files, after which no new file is left.
    mutating func run(_ check: () throws -> Void) throws {
        do {
            for definition in version.catalog.all {
                for (number, search) in definition.searches.enumerated() {
                    guard let runs = try save(search, of: definition, check) else { continue }
                    searches.append(
                        CheckpointSearch(
                            entity: definition.schema.number, number: UInt32(number), runs: runs))
                }
            }
        } catch {
            undo()
            throw error
        }
    }

    /// Removes the files that were written, because no checkpoint names them.
    func undo() {
        for number in written { try? directory.remove(FileName.run(number)) }
    }

    /// Ends the saving once the checkpoint is published. The indexes use the files from now on, and
    /// all runs that the checkpoint does not name are removed. Processes that have them open keep
    /// them.
    func finish() {
        let bases = version.context.searches
        for replacement in replacements {
            // An error is that of a damaged run. The index then stays as it is.
            try? bases.replace(replacement.identity, in: replacement.era) { state in
                try state.replacing(
                    replacement.range, with: replacement.run, mergedIn: replacement.former)
            }
        }
        let named = Set(searches.flatMap { $0.runs.map(\.number) })
        for number in present where !named.contains(number) {
            try? directory.remove(FileName.run(number))
        }
    }

    private mutating func save(
        _ search: SearchDefinition, of definition: EntityDefinition, _ check: () throws -> Void
    ) throws -> [NamedRun]? {
        let reader = SearchReader(
            search, of: definition, in: DatabaseSnapshot(version: version).view)
        let era = version.context.searches.era
        guard var state = try reader.usable(check) else { return nil }
        do {
            if let range = newest(of: state) {
                let merged = try state.merged(range, checkCancelled: check)
                try replace(range, of: &state, by: merged, search.identity, era)
            }
            for place in state.runs.indices where !isSaved(state.runs[place]) {
                try check()
                guard
                    let number = version.context.searches.nextRunNumber(
                        behind: present.max() ?? 0)
                else { return nil }
                let run = try RunFile.write(state.runs[place], number: number, in: directory)
                written.append(number)
                try replace(place..<place + 1, of: &state, by: run, search.identity, era)
            }
        } catch SearchError.tooLarge {
            return nil
        } catch is SearchError {
            // It is made again.
            reader.forget()
            return nil
        }
        let named = state.runs.compactMap(\.file?.named)
        return named.count == state.runs.count ? named : nil
    }

    /// Whether a run has a file in the directory. That of an index in memory may have been removed
    /// meanwhile.
    private func isSaved(_ run: SearchRun) -> Bool {
        run.file.map { present.contains($0.named.number) } ?? false
    }

    /// Returns the runs at the end that are not in files and become one, so that each checkpoint
    /// adds one file; nil if there are none.
    private func newest(of state: SearchState) -> Range<Int>? {
        let runs = state.runs
        var (start, size) = (runs.count, 0)
        while start > 0, !isSaved(runs[start - 1]) {
            size += runs[start - 1].bytes.count
            if size > Self.mergedMax { break }
            start -= 1
        }
        return runs.count - start > 1 ? start..<runs.count : nil
    }

    private mutating func replace(
        _ range: Range<Int>, of state: inout SearchState, by run: SearchRun,
        _ identity: SearchIdentity, _ era: SearchEra
    ) throws {
        let former = state
        guard let next = try former.replacing(range, with: run, mergedIn: former) else { return }
        state = next
        replacements.append(
            Replacement(identity: identity, era: era, range: range, run: run, former: former))
    }
}
