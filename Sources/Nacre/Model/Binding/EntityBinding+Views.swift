internal import NacreEngine
internal import NacreFormat

/// The attributes that a view lacks.
extension EntityBinding {
    /// Gives the attributes that a view lacks their defaults in the record of a new object.
    /// - Parameter whole: The model of the whole entity.
    /// - Throws: `invalidValue` if a required attribute has no default.
    func setDefaults(of whole: EntityModel, in draft: RecordBuilder) throws(StoreError) {
        let defaults = try DefaultValues(whole, in: reader.stageContext).values()
        for (leaf, value) in zip(whole.leaves, defaults) {
            guard let ordinal = definition.schema.ordinal(of: leaf.name),
                lackingOrdinals.contains(ordinal)
            else { continue }
            if let value {
                _ = draft.set(ordinal, to: value)
            } else if !leaf.isNullable {
                throw StoreError(
                    .invalidValue,
                    "A new object of '\(model.name)' needs a value of '\(leaf.name)', which"
                        + " '\(Owner.self)' lacks and which has no default. Insert an object of the"
                        + " whole type."
                ).about(model.name, [leaf.name])
            }
        }
    }

    /// Returns the values of the attributes that the type has.
    func own(_ values: [NacreFormat.Value]) -> [NacreFormat.Value] {
        if lackingOrdinals.isEmpty { return values }
        return values.indices.filter { !lackingOrdinals.contains($0) }.map { values[$0] }
    }
}
