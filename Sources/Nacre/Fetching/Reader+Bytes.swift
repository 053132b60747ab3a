public import Foundation

/// Reading the bytes of large attributes.
extension Reader where Self: ~Escapable {
    /// Returns a part of the bytes of an attribute. Reads only that part, but checks the whole
    /// value when it is read for the first time since the store was opened.
    ///
    /// ```swift
    /// let head = try snapshot.bytes(of: \.scan, Document.self, "d1", 0..<4096)
    /// ```
    /// - Parameters:
    ///   - field: The attribute.
    ///   - type: The object's type.
    ///   - id: The object's id.
    ///   - range: The offsets of the bytes. Those after the end of the value are left out.
    /// - Returns: A copy of the bytes; nil if there is no object with the id, or if its value is
    ///   nil.
    public func bytes<Owner: Entity, Member: DataValue>(
        of field: KeyPath<Owner.Fields, Field<Owner, Member>>, _ type: Owner.Type, _ id: Owner.ID,
        _ range: Range<Int>
    ) throws(StoreError) -> Data? {
        let source = try source
        return try StoreError.typed {
            try source.withBytes(of: Owner.Fields(FieldPath())[keyPath: field], id) { bytes in
                let part = range.clamped(to: 0..<bytes.byteCount)
                return unsafe bytes.extracting(part).withUnsafeBytes { unsafe Data($0) }
            }
        }
    }

    /// Calls a closure with the bytes of an attribute, where they are stored. Copies nothing, but
    /// inside a change, whose closures may write.
    ///
    /// ```swift
    /// let sum = try snapshot.withBytes(of: \.scan, Document.self, "d1") { bytes in
    ///     bytes.withUnsafeBytes { checksum($0) }
    /// }
    /// ```
    /// - Parameters:
    ///   - field: The attribute.
    ///   - type: The object's type.
    ///   - id: The object's id.
    ///   - body: Receives the bytes, which are valid only during the call.
    /// - Returns: The result of the closure; nil if there is no object with the id, or if its value
    ///   is nil.
    /// - Throws: ``StoreError``, and the closure's error.
    public func withBytes<Owner: Entity, Member: DataValue, Result>(
        of field: KeyPath<Owner.Fields, Field<Owner, Member>>, _ type: Owner.Type, _ id: Owner.ID,
        _ body: (RawSpan) throws -> Result
    ) throws -> Result? {
        try source.withBytes(of: Owner.Fields(FieldPath())[keyPath: field], id, body)
    }

    /// Returns a part of the bytes of an attribute:
    /// `try snapshot.bytes(of: \.scan, id, 0..<4096)`. See ``bytes(of:_:_:_:)``.
    public func bytes<Owner: Entity, Member: DataValue>(
        of field: KeyPath<Owner.Fields, Field<Owner, Member>>, _ id: ObjectID<Owner>,
        _ range: Range<Int>
    ) throws(StoreError) -> Data? where Owner.ID == ObjectID<Owner> {
        try bytes(of: field, Owner.self, id, range)
    }

    /// Calls a closure with the bytes of an attribute, where they are stored. See
    /// ``withBytes(of:_:_:_:)``.
    public func withBytes<Owner: Entity, Member: DataValue, Result>(
        of field: KeyPath<Owner.Fields, Field<Owner, Member>>, _ id: ObjectID<Owner>,
        _ body: (RawSpan) throws -> Result
    ) throws -> Result? where Owner.ID == ObjectID<Owner> {
        try withBytes(of: field, Owner.self, id, body)
    }
}
