internal import NacreFormat
internal import NacreSearch

/// The texts of an entity's objects that a full-text search covers, in one source.
struct SearchTexts {
    let source: StoreView
    let schema: StoredSchema
    let search: SearchDefinition

    /// Adds the texts of an object to a run.
    func addDocument(_ found: FoundRecord, to builder: RunBuilder) throws {
        builder.beginDocument(found.row.rawValue)
        for field in search.ordinals.indices {
            try forEachText(of: field, in: found) { builder.addText($0, field: field) }
        }
        builder.endDocument()
    }

    /// Adds the texts that an object had, so that they no longer count.
    func addFormer(_ found: FoundRecord, to builder: RunBuilder) throws {
        builder.beginFormer(found.row.rawValue)
        for field in search.ordinals.indices {
            try forEachText(of: field, in: found) { builder.addFormerText($0) }
        }
        builder.endFormer()
    }

    /// Calls `body` with each text of a field, in UTF-8.
    func forEachText(
        of field: Int, in found: FoundRecord, _ body: (Span<UInt8>) -> Void
    ) throws {
        try withStored(field, of: found) { stored in
            guard let stored else { return }
            do {
                try search.forms[field].forEachText(in: stored) { text in
                    // SAFETY: the bytes stay where they are during the call.
                    let bytes = unsafe text.buffer.assumingMemoryBound(to: UInt8.self)
                    unsafe body(Span(_unsafeElements: bytes))
                }
            } catch let error as FormatError {
                throw source.damaged(
                    found.position,
                    "The text of '\(search.fields[field])' cannot be read: \(error.description)")
            }
        }
    }

    /// Returns whether an object has the same texts as it had in another source. Most records that
    /// differ in place only have moved, and most updates change other attributes.
    func areSame(
        in found: FoundRecord, as other: FoundRecord, of others: SearchTexts
    ) throws -> Bool {
        for field in search.ordinals.indices {
            let isSame = try withStored(field, of: found) { one in
                try others.withStored(field, of: other) { two in
                    switch (one, two) {
                    case (nil, nil): true
                    case (let one?, let two?): one.isEqual(to: two)
                    default: false
                    }
                }
            }
            if !isSame { return false }
        }
        return true
    }

    /// Calls `body` with the stored bytes of a field; nil if it is null.
    private func withStored<Result>(
        _ field: Int, of found: FoundRecord, _ body: (ByteView?) throws -> Result
    ) throws -> Result {
        let ordinal = search.ordinals[field]
        if let own = found.layout.ordinal(of: ordinal, in: schema), !found.layout.isConverted(own) {
            let slot = found.layout.slots[own]
            if let bit = slot.nullBit, found.record.isNull(at: found.layout.nullPlace(bit)) {
                return try body(nil)
            }
            var bytes = found.record.variable(slot.place, found.layout)
            if found.record.isExternal(slot.place, found.layout) {
                bytes = try source.external(ExternalReference(bytes))
            }
            return try body(bytes)
        }
        return try source.value(of: ordinal, in: schema, of: found).withText(body)
    }
}

extension Value {
    /// Calls `body` with the stored bytes of a value that may hold text; nil for other values.
    func withText<Result>(_ body: (ByteView?) throws -> Result) throws -> Result {
        switch self {
        case .string(let text), .json(let text):
            try Array(text.utf8).withView { (view) throws(any Error) in try body(view) }
        case .data(let bytes):
            try bytes.withView { (view) throws(any Error) in try body(view) }
        default: try body(nil)
        }
    }
}
