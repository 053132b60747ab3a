/// A position in a run of keys.
@safe struct MergeTreeCursor<Library: MergeTreeLibrary>: KeyValueCursor {
    @safe struct Entry: KeyValueEntry {
        // SAFETY: read before the iterator moves, by the closures that get entries.
        let key: UnsafeRawBufferPointer
        let record: UnsafeRawBufferPointer

        var id: Int64 { unsafe MergeTreeKey.id(key) }
        var number: Int64 { unsafe MergeTreeKey.number(key) }
        var text: String { unsafe MergeTreeKey.text(key) }
    }

    // SAFETY: valid as long as the snapshot's closure runs.
    private let iterator: OpaquePointer
    private let run: KeyRun

    init(_ iterator: OpaquePointer, _ run: KeyRun) {
        unsafe self.iterator = iterator
        self.run = run
    }

    func first() throws -> Entry? {
        unsafe MergeTreeKey.withStart(ofRun: run.rawValue) { unsafe Library.seek(iterator, to: $0) }
        return try entry()
    }

    func last() throws -> Entry? {
        unsafe MergeTreeKey.withStart(ofRun: run.rawValue + 1) {
            unsafe Library.seek(iterator, to: $0)
        }
        if unsafe Library.isValid(iterator) { return try previous() }
        unsafe Library.seekToLast(iterator)
        return try entry()
    }

    func next() throws -> Entry? {
        guard unsafe Library.isValid(iterator) else { return nil }
        unsafe Library.next(iterator)
        return try entry()
    }

    func previous() throws -> Entry? {
        guard unsafe Library.isValid(iterator) else { return nil }
        unsafe Library.previous(iterator)
        return try entry()
    }

    func first(from number: Int64) throws -> Entry? {
        unsafe MergeTreeKey.with(run, number) { unsafe Library.seek(iterator, to: $0) }
        return try entry()
    }

    func first(from text: String) throws -> Entry? {
        unsafe MergeTreeKey.with(run, text, id: nil) { unsafe Library.seek(iterator, to: $0) }
        return try entry()
    }

    private func entry() throws -> Entry? {
        guard unsafe Library.isValid(iterator) else {
            try unsafe Library.check(iterator)
            return nil
        }
        let key = unsafe Library.key(iterator)
        guard unsafe key.first == run.rawValue else { return nil }
        return unsafe Entry(key: key, record: Library.value(iterator))
    }
}
