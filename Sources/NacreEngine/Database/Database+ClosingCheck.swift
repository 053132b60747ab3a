#if NACRE_CHECKS
    internal import NacreFormat

    /// Every test that closes a store, or has one in memory, thereby checks it as
    /// `nacre verify --deep` does.
    extension Database {
        /// Of a log in bytes: to go over a longer one takes too long.
        private static let logMax = 1 << 18

        /// Goes over all that a small store has in its files.
        /// - Throws: `corrupt` with the defects.
        func checkFiles(of writer: Writer) throws {
            let manifest = writer.log.manifest
            let length = manifest.segments.reduce(writer.log.active.written) {
                $0 + (Int(exactly: $1.length) ?? Self.logMax)
            }
            guard length <= Self.logMax else { return }
            let checker = IntegrityChecker(path: path, isDeep: true, fileSystem: fileSystem)
            let defects = try checker.run().defects
            guard let first = defects.first else { return }
            throw StoreError(
                .corrupt, "The store was closed with \(defects.count) defects: \(defects).",
                file: first.file, offset: first.offset)
        }

        /// The same at the end of a store that was not closed, whose files no disk and no test can
        /// have damaged: then it is the engine that has.
        func checkFilesInMemory(of writer: Writer) {
            guard writer.poison == nil, (fileSystem as? MemoryFileSystem)?.isOfStores == true
            else { return }
            do { try checkFiles(of: writer) } catch { preconditionFailure("\(error)") }
        }
    }
#endif
