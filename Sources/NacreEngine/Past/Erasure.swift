internal import NacreFormat

/// Something that is to leave all files of a store, as it is noted there: an object, or a value.
struct Erasure: Sendable {
    /// A value that an attribute is to lose in all former versions of an object.
    struct ErasedValue: Sendable {
        let attribute: AttributeID
        /// The value that takes its place.
        let replacement: Value
    }

    /// The time in which a row belonged to the object.
    let stretch: ErasedStretch
    /// The value; nil if the whole object is to be erased.
    let value: ErasedValue?
}

extension Erasure {
    /// Decodes an object of the store's erasures.
    /// - Returns: nil if no program of ours has written it.
    init?(_ values: [Value], in catalog: Catalog) {
        guard let stretch = ErasedStretch(values) else { return nil }
        self.stretch = stretch
        // Former programs noted whole objects only, with fewer attributes.
        guard values.count == 7, case .int(let number) = values[5] else {
            value = nil
            return
        }
        let schema = catalog[stretch.entity]?.schema
        guard
            let attribute = schema?.attributes.first(where: { $0.id.rawValue == number })
        else { return nil }
        var replacement = Value.null
        if case .json(let text) = values[6] {
            guard let json = try? JSONParser.parse(text),
                let value = Value(json, as: attribute.type)
            else { return nil }
            replacement = value
        }
        value = ErasedValue(attribute: attribute.id, replacement: replacement)
    }

    /// Returns the values of the object that ``init(_:in:)`` decodes.
    func values(number: Int64) -> [Value] {
        [
            .int(number), .int(Int64(stretch.entity.rawValue)), .int(Int64(stretch.row.rawValue)),
            .int(Int64(clamping: stretch.commits.lowerBound.rawValue)),
            .int(Int64(clamping: stretch.commits.upperBound.rawValue)),
            value.map { .int(Int64($0.attribute.rawValue)) } ?? .null,
            value.flatMap { $0.replacement.jsonText }.map { .json($0) } ?? .null,
        ]
    }
}

extension Value {
    /// The value as JSON text; nil if it is null.
    fileprivate var jsonText: String? {
        if isNull { return nil }
        var writer = JSONWriter()
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
