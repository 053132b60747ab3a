internal import NacreEngine

extension ReadSource {
    /// Calls a closure with the stored bytes of an attribute.
    /// - Returns: The result of the closure; nil if there is no object with the id, or if its value
    ///   is nil.
    func withBytes<Owner: Entity, Member: DataValue, Result>(
        of field: Field<Owner, Member>, _ id: Owner.ID,
        _ body: (RawSpan) throws -> Result
    ) throws -> Result? {
        try Self.check(field.problem)
        let path = field.fieldPath
        guard path.references.isEmpty else {
            throw StoreError(
                .invalidValue,
                "'\(path.name)' leads through a reference. Find the object that it leads to, and"
                    + " read the bytes of that.")
        }
        let binding = try registry.binding(Owner.self)
        let plan = try binding.reader.plan(of: path, owner: nil)
        let stored = try StoreError.typed { try Owner.storedID(id).value }
        switch content {
        case .snapshot(let snapshot):
            guard let found = try binding.reader.record(with: stored, of: nil, in: snapshot) else {
                return nil
            }
            // The closure's own error is not one of the record.
            let result: Swift.Result<Result, any Error>? = try binding.read(
                found, in: snapshot, by: plan
            ) { row in
                if try row.skipsNull() { return nil }
                let bytes = unsafe try row.variable()
                return Swift.Result { try unsafe body(bytes.bytes) }
            }
            return try result?.get()
        case .changes(let changes):
            guard let found = try binding.reader.record(with: stored, of: nil, in: changes) else {
                return nil
            }
            // Writes move the bytes, and the closure may write.
            let copy: [UInt8]? = try binding.read(found, in: changes, by: plan) { row in
                try row.skipsNull() ? nil : unsafe [UInt8](row.variable())
            }
            return try copy.map { try unsafe body($0.span.bytes) }
        }
    }
}
