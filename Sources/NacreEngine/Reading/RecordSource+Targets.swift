internal import NacreFormat

extension RecordSource {
    /// Returns whether there is an object with an id.
    func exists(_ id: Value, in definition: EntityDefinition) throws -> Bool {
        let type = definition.schema.idAttribute.type
        guard IDKey.takes(id, as: type) else { return false }
        // Values can share a hash, so the record decides.
        guard IDKey.isExact(type) else { return try find(id, in: definition) != nil }
        return hasKey(UniqueKey(idKey(id), slot: -1, of: definition.schema.number))
    }

    /// Returns the first target of an attribute's value that does not exist, as the text of its id;
    /// nil if all exist.
    /// - Parameter former: The former value. Its targets are not looked up again.
    func missingTarget(
        of value: Value, _ attribute: AttributeSchema, butFor former: Value = .null
    ) throws -> String? {
        guard !value.isNull, !value.isIdentical(to: former) else { return nil }
        guard let target = attribute.reference.flatMap({ catalog[$0] }) else {
            return "any object"
        }
        let type = target.schema.idAttribute.type
        guard let ids = value.soundReferences(as: type) else {
            return "what cannot be an id of it"
        }
        let known = former.isNull || ids.count == 1 ? [] : former.references(as: type)
        // Making a set takes as long as comparing a few ids.
        let knownSet = known.count > 16 ? Set(known) : nil
        for id in ids where !(knownSet?.contains(id) ?? known.contains(id)) {
            if try !exists(id, in: target) { return FilterText.literal(id) }
        }
        return nil
    }
}
