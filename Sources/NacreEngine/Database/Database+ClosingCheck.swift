#if NACRE_CHECKS
    internal import NacreFormat

    /// Checks every store that a test closes, or has in memory, as `nacre verify --deep` does.
    extension Database {
        /// Maximum size of a log that is checked, in bytes. Longer ones take too long.
        private static let logMax = 1 << 18

        /// Checks all files of a small store.
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
                .corrupt,
                "The store was closed with \(defects.count.counted("defect")): \(defects).",
                file: first.file, offset: first.offset)
        }

        /// Checks the files of an in-memory store that was not closed. No disk and no test can have
        /// damaged them, so a defect is the engine's fault.
        func checkFilesInMemory(of writer: Writer) {
            guard writer.poison == nil, (fileSystem as? MemoryFileSystem)?.isOfStores == true
            else { return }
            do { try checkFiles(of: writer) } catch { preconditionFailure("\(error)") }
        }
    }
#endif
