internal import NacreEngine
internal import NacreFormat

/// Writing objects through views of their entities.
extension WriteTransaction {
    /// Writes an object of a view: the whole object, in which the view's attributes are replaced.
    /// - Parameters:
    ///   - draft: The view's encoded record, if there is one already.
    ///   - whole: The type of the whole object.
    /// - Returns: The view of the object as it was stored.
    func write<Owner: Entity, Whole: Entity>(
        _ object: Owner, as kind: SaveKind, _ binding: EntityBinding<Owner>,
        encoded draft: RecordBuilder?, through whole: Whole.Type
    ) throws(StoreError) -> Owner {
        let target = try registry.binding(whole)
        let record =
            if let draft { draft } else {
                try encoded(object, binding, isNew: kind.isInsert)
            }
        let isThere = kind.isInsert ? false : try self.isThere(record, binding.definition)
        if !isThere {
            guard kind.addsObjects else { throw StoreError.noSuchObject(Owner.self, object.id) }
            try binding.setDefaults(of: target.model, in: record)
        }
        let values = try StoreError.typed {
            try target.definition.schema.attributes.indices.map { try record.value($0) }
        }
        let complete = try target.object(of: values, in: changes)
        let completeKind = kind == .save ? (isThere ? .update : .insertAtOnce) : kind
        return try StoreError.typed {
            try changes.savepoint {
                // The policies of the view's unique attributes have been applied. Those of others
                // would take over defaults.
                let stored = try write(complete, as: completeKind, target)
                return try self.object(Whole.storedID(stored.id).value, binding) ?? object
            }
        }
    }
}
