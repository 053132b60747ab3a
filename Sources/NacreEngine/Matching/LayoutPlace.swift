import NacreFormat

/// An attribute of a schema in the records of one layout. Attributes are matched by their numbers,
/// since names may have changed.
struct LayoutPlace {
    let type: StoredType
    /// The attribute's ordinal in the layout, even if the records hold the value in another form.
    let ordinal: Int
    /// Whether values must be read by their ordinal, since the records hold them only in another
    /// form. The other places are then invalid.
    let isConverted: Bool
    let nullBit: Int?
    private let place: Int

    /// Nil if the layout is older than the attribute: all its records then have the default.
    init?(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
        guard let ordinal = layout.ordinal(of: attribute.id) else { return nil }
        self.ordinal = ordinal
        isConverted = layout.isConverted(ordinal)
        if isConverted {
            // Only the conversion tells whether a value is null, so no null bit is used.
            (type, nullBit, place) = (attribute.type, nil, 0)
            return
        }
        let stored = layout.attributes[ordinal]
        guard stored.type == attribute.type else {
            throw OperandError(
                .schemaMismatch,
                "\(FilterText.name(attribute.name)) is of type \(attribute.type.name), but of type"
                    + " \(stored.type.name) in older records. Migrate them first.")
        }
        type = stored.type
        nullBit = stored.nullBit
        place = stored.place
    }

    var slot: MatchCondition.Slot { MatchCondition.Slot(offset: place, ordinal: ordinal) }

    var variable: MatchCondition.VariablePlace {
        MatchCondition.VariablePlace(index: place, ordinal: ordinal)
    }

    var number: MatchCondition.NumberSlot {
        MatchCondition.NumberSlot(slot: slot, isFloat: type == .scalar(.float))
    }

    var integer: MatchCondition.IntegerSlot? {
        type.scalar.flatMap { MatchCondition.IntegerSlot(slot, $0) }
    }
}
