internal import NacreFormat
internal import NacreSearch

/// Writes the runs of full-text indexes to files, so that a checkpoint can name them. Runs that
/// are in files already are named again, and not written.
struct SearchSaving {
    private let version: Version
    private let directory: any StoreDirectory
    private(set) var searches: [CheckpointSearch] = []
    private var nextNumber: UInt32
    private var written: [UInt32] = []

    /// - Parameter version: The version whose checkpoint is being written.
    init(_ version: Version, in directory: any StoreDirectory) throws(FileError) {
        self.version = version
        self.directory = directory
        let last = try directory.list().compactMap(FileName.runNumber).max() ?? 0
        nextNumber = last &+ 1
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

    /// Removes all runs that the checkpoint does not name, once it is published. Processes that
    /// have them open keep them.
    func removeOthers() {
        let named = Set(searches.flatMap { $0.runs.map(\.number) })
        for name in (try? directory.list()) ?? [] {
            guard let number = FileName.runNumber(name), !named.contains(number) else { continue }
            try? directory.remove(name)
        }
    }

    private mutating func save(
        _ search: SearchDefinition, of definition: EntityDefinition, _ check: () throws -> Void
    ) throws -> [NamedRun]? {
        let reader = SearchReader(
            search, of: definition, in: DatabaseSnapshot(version: version).view)
        do {
            guard var state = try reader.kept() else { return nil }
            try mergeNewest(&state, of: search.identity, check)
            for place in state.runs.indices where state.runs[place].file == nil {
                try check()
                let run = try RunFile.write(
                    state.runs[place], number: nextNumber, in: directory)
                written.append(nextNumber)
                nextNumber += 1
                try replace(place..<place + 1, of: &state, by: run, search.identity)
            }
            return state.runs.compactMap(\.file?.named)
        } catch is SearchError {
            // It is made again.
            reader.forget()
            return nil
        } catch let error as StoreError where error.code == .corrupt {
            // A damaged object is no reason to have no checkpoint.
            return nil
        }
    }

    /// Merges the runs at the end that are not in files, so that each checkpoint adds one file.
    private func mergeNewest(
        _ state: inout SearchState, of identity: SearchIdentity, _ check: () throws -> Void
    ) throws {
        let runs = state.runs
        let first = runs.lastIndex { $0.file != nil }.map { $0 + 1 } ?? 0
        guard runs.count - first > 1 else { return }
        let merged = try state.merged(first..<runs.count, checkCancelled: check)
        try replace(first..<runs.count, of: &state, by: merged, identity)
    }

    /// Replaces runs by one with the same content, for this version and for later ones.
    private func replace(
        _ range: Range<Int>, of state: inout SearchState, by run: SearchRun,
        _ identity: SearchIdentity
    ) throws {
        let former = state
        guard let next = try former.replacing(range, with: run, mergedIn: former) else { return }
        state = next
        let searches = version.context.searches
        version.searchStates.set(next, of: identity, in: searches.era)
        try searches.replace(identity) { try $0.replacing(range, with: run, mergedIn: former) }
    }
}
