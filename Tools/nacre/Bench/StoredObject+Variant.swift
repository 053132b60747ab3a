internal import NacreEngine
internal import NacreFormat

extension StoredObject {
    /// Returns the object with another value of one attribute, so that saving the two in turn
    /// always writes a record. No unique attribute changes, and an attribute without an index is
    /// preferred.
    /// - Returns: The object, or nil if no attribute has another value to take.
    func variant(_ definition: EntityDefinition) -> StoredObject? {
        let unique = Set(definition.indexes.filter(\.isUnique).flatMap(\.ordinals))
        let indexed = Set(definition.indexes.flatMap(\.ordinals))
        let free = schema.attributes.indices.filter {
            $0 != schema.idOrdinal && !unique.contains($0)
        }
        for ordinal in free.filter({ !indexed.contains($0) })
            + free.filter({ indexed.contains($0) })
        {
            let isNullable = schema.attributes[ordinal].isNullable
            guard let other = values[ordinal].variant ?? (isNullable ? .null : nil),
                !other.isIdentical(to: values[ordinal])
            else { continue }
            var object = self
            object.values[ordinal] = other
            return object
        }
        return nil
    }
}

extension Value {
    /// Another value that every attribute with such a value accepts, or nil if none is known.
    fileprivate var variant: Value? {
        switch self {
        case .bool(let flag): .bool(!flag)
        case .int(let number): .int(number ^ 1)
        case .uint(let number): .uint(number ^ 1)
        case .float(let number) where number.isFinite:
            .float(Float(bitPattern: number.bitPattern ^ 1))
        case .double(let number) where number.isFinite:
            .double(Double(bitPattern: number.bitPattern ^ 1))
        case .uuid(let uuid): .uuid(UUIDValue(high: uuid.high, low: uuid.low ^ 1))
        case .string(let text): .string(text + ".")
        case .data(let bytes): .data(bytes + [0])
        default: nil
        }
    }
}
