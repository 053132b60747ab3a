package import NacreFormat

/// The copies of a store that were made through it. An erase cannot reach them, so it names them.
extension Database {
    /// Notes in memory that a copy is being made, so that an erase names it before it is recorded.
    /// Call this before looking at what is to be copied.
    func beginCopy(
        _ kind: StoreCopy.Kind, path: String, files: any FileSystem
    ) -> CopiesInWork.Turn {
        copiesInWork.begin(
            StoreCopy(
                path: (try? files.absolutePath(path)) ?? path, kind: kind, commit: .none,
                time: environment.now()))
    }

    /// Records that a copy of the store is being made, before its files are. A copy at the same
    /// path and of the same kind is recorded once: whatever it holds later, an erase names it.
    ///
    /// The commit has no author and no note, and feeds do not deliver it.
    /// - Parameters:
    ///   - path: The path of the copy, made absolute here.
    ///   - commit: The newest commit of the copy.
    ///   - files: The file system of the copy.
    /// - Returns: false if the copy is not recorded: a store that is open for reading only cannot,
    ///   nor one without room for another commit. A copy that is made because the disk is full
    ///   must not fail because of that.
    @discardableResult
    package func recordCopy(
        _ kind: StoreCopy.Kind, path: String, commit: CommitNumber,
        files: any FileSystem = POSIXFileSystem()
    ) throws -> Bool {
        if isReadOnly { return false }
        do {
            let copy = StoreCopy(
                path: try files.absolutePath(path), kind: kind, commit: commit,
                time: environment.now())
            // Two copies may be made at once.
            try performChanges { changes in
                let known = try StoreCopy.all(in: changes).first { $0.path == copy.path }
                if known?.kind != kind { try changes.note(copy) }
            }
            return true
        } catch let error as FileError {
            throw StoreError(error)
        } catch let error as StoreError {
            guard error.code == .diskFull || error.code == .limitReached,
                error.outcome == .notCommitted
            else { throw error }
            return false
        }
    }

    /// Returns the copies that the store remembers, by path.
    /// - Parameters:
    ///   - files: The file system of the copies, which tells those that are missing.
    ///   - begun: Copies that may not be recorded yet.
    package func copies(
        files: any FileSystem = POSIXFileSystem(), and begun: [StoreCopy] = []
    ) throws -> [StoreCopy] {
        let recorded = try StoreCopy.all(in: snapshot())
        let others = begun.filter { copy in !recorded.contains { $0.path == copy.path } }
        return (recorded + others).map { copy in
            var copy = copy
            do throws(FileError) {
                _ = try files.openDirectory(copy.path, creating: false)
            } catch {
                // A directory that cannot be opened may be there.
                copy.isMissing = error.reason == .notFound || error.reason == .notDirectory
            }
            return copy
        }
    }
}
