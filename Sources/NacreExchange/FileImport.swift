internal import Nacre
internal import NacreExchangeCore
internal import NacreFormat

/// One import of a file into an entity, batch by batch.
final class FileImport<Owner: Entity>: @unchecked Sendable {
    // SAFETY: only one batch runs at a time, each within a change, and the caller waits for it.

    typealias Save = (borrowing WriteTransaction, Owner) throws -> Void

    private let form: StoredObjects<Owner>
    private let shape: ObjectShape
    private let options: ImportOptions<Owner>
    private var state: State

    private struct State {
        var reader: any ObjectReader
        var converter: ObjectConverter<ImportError>
        var report = ImportReport()
        var readCount = 0
        /// The number of objects in commits that are done.
        var committedCount = 0
    }

    init(
        _ path: String, into form: StoredObjects<Owner>, _ options: ImportOptions<Owner>
    ) throws {
        self.form = form
        self.options = options
        shape = ObjectShape(form.schema, form.ordinals)
        for (column, name) in options.names where !shape.has(name) {
            throw StoreError(
                .invalidValue,
                "The column '\(column)' cannot be read into '\(name)', which is no attribute of"
                    + " '\(form.schema.name)'."
            ).about(form.schema.name)
        }
        let file = try ImportFile(path: path)
        let format = if let format = options.format { format } else { try ImportFormat.guess(file) }
        let source = try file.open()
        let reader: any ObjectReader =
            switch format {
            case .jsonl: JSONLinesReader(source)
            case .csv: try CSVObjectReader(source, delimiter: options.delimiter)
            }
        let converter = ObjectConverter<ImportError>(
            form.schema, setting: form.ordinals, base: try form.defaults(),
            isUntyped: reader.isUntyped, makesIDs: true)
        state = State(reader: reader, converter: converter)
    }

    /// Stores the next objects, at most as many as one commit has.
    /// - Parameters:
    ///   - save: Stores an object, or leaves it out.
    ///   - progress: Receives the state after each 64 objects.
    /// - Returns: Whether there may be more objects.
    func storeNext(
        in changes: borrowing WriteTransaction, _ save: Save,
        _ progress: (ImportProgress) -> Void
    ) throws -> Bool {
        for _ in 0..<max(options.objectsPerCommit, 1) {
            guard try storeOne(in: changes, save) else {
                progress(currentProgress)
                return false
            }
            guard state.readCount.isMultiple(of: Self.objectsPerReport) else { continue }
            try Task.checkCancellation()
            progress(currentProgress)
        }
        return true
    }

    private static var objectsPerReport: Int { 64 }

    private var currentProgress: ImportProgress {
        ImportProgress(
            objectCount: state.readCount, byteCount: state.reader.bytesConsumed,
            fileSize: state.reader.fileSize)
    }

    /// Notes that the objects stored so far are committed.
    func noteCommit() { state.committedCount = state.report.storedCount }

    /// Returns the outcome so far.
    var report: ImportReport {
        var report = state.report
        report.notes = state.converter.notes
        return report
    }

    /// Returns the error of an import that fails, with a sentence about the objects that stay.
    func ended(by error: any Error) -> any Error {
        (error as? ImportError)?.afterCommit(of: state.committedCount) ?? error
    }
}

/// The objects.
extension FileImport {
    /// Reads an object and stores it.
    /// - Returns: False at the end of the file.
    private func storeOne(
        in changes: borrowing WriteTransaction, _ save: Save
    ) throws -> Bool {
        let start = state.reader.bytesConsumed
        do {
            guard let members = try state.reader.next() else { return false }
            state.readCount += 1
            try store(members, in: changes, save)
            state.report.storedCount += 1
            return true
        } catch {
            let failure = failure(error)
            guard let policy = options.onError, let failure,
                // A reader that cannot pass the error would report it forever.
                state.reader.canContinue, state.reader.bytesConsumed > start
            else { throw failure ?? error }
            state.report.failureCount += 1
            if state.report.failures.count < policy.keptMax {
                state.report.failures.append(failure)
            }
            return true
        }
    }

    private func store(
        _ members: [JSONMember], in changes: borrowing WriteTransaction, _ save: Save
    ) throws {
        let reader = state.reader
        var values = try state.converter.values(of: flattened(members), error: reader.error)
        if let name = shape.settle(&values, isSet: state.converter.isSet) {
            throw reader.error(ObjectShape.message(ofValueOfNull: name))
        }
        let object = try form.object(of: form.identified(values), in: changes)
        guard options.onError != nil else {
            try form.comparingAtOnce(in: changes) { try save(changes, object) }
            return
        }
        try changes.savepoint {
            try form.comparingAtOnce(in: changes) { try save(changes, object) }
        }
    }

    private func flattened(_ members: [JSONMember]) -> [JSONMember] {
        var members = members
        if !options.names.isEmpty {
            members = members.map {
                JSONMember(name: options.names[$0.name] ?? $0.name, value: $0.value)
            }
        }
        let flat = shape.flattened(members)
        return options.ignoresUnknown ? flat.filter { shape.has($0.name) } : flat
    }

    /// Returns the error with the line of its object, if one object is the cause; otherwise nil.
    private func failure(_ error: any Error) -> ImportError? {
        switch error {
        case let error as ImportError: error.reason == .badData ? error : nil
        case let error as StoreError:
            error.isOfOneObject ? state.reader.error(error.message) : nil
        case is CancellationError: nil
        default: state.reader.error("\(error)")
        }
    }
}
