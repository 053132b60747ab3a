internal import NacreEngine
internal import NacreFormat

/// The values of objects as they are stored.
extension EntityBinding {
    /// Returns the values that would be stored for an object.
    /// - Parameter held: Collects the objects that it holds.
    func values(
        of object: Owner, _ held: HeldObjects? = nil
    ) throws(StoreError) -> [NacreFormat.Value] {
        let record = RecordBuilder(layout)
        try encode(object, into: record, held)
        return try StoreError.typed {
            try definition.schema.attributes.indices.map { try record.value($0) }
        }
    }

    /// Returns the stored values of the object with an id; nil if there is none.
    func values(
        of id: Owner.ID, in source: some RecordSource
    ) throws(StoreError) -> [NacreFormat.Value]? {
        try StoreError.typed {
            try source.find(Owner.storedID(id).value, in: definition).map {
                try source.values(of: $0, schema: definition.schema)
            }
        }
    }
}
