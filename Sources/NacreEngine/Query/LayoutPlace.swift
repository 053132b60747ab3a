import NacreFormat

/// An attribute of a schema in the records of one layout. Attributes are matched by their numbers,
/// since names may have changed.
struct LayoutPlace {
    let type: StoredType
    let ordinal: Int
    let nullBit: Int?
    private let place: Int

    /// Nil if the layout is older than the attribute: all its records hold the default.
    init?(_ attribute: AttributeSchema, _ layout: Layout) throws(OperandError) {
        guard let ordinal = layout.ordinal(of: attribute.id) else { return nil }
        let stored = layout.attributes[ordinal]
        guard stored.type == attribute.type else {
            throw OperandError(
                .schemaMismatch,
                "\(FilterText.name(attribute.name)) is of type \(attribute.type.name), but of type"
                    + " \(stored.type.name) in older records. Migrate them first.")
        }
        type = stored.type
        self.ordinal = ordinal
        nullBit = stored.nullBit
        place = stored.place
    }

    var slot: MatchTest.Slot { MatchTest.Slot(offset: place, ordinal: ordinal) }

    var variable: MatchTest.VariablePlace {
        MatchTest.VariablePlace(index: place, ordinal: ordinal)
    }

    var number: MatchTest.NumberSlot {
        MatchTest.NumberSlot(slot: slot, isFloat: type == .scalar(.float))
    }

    var integer: MatchTest.IntegerSlot? {
        type.scalar.flatMap { MatchTest.IntegerSlot(slot, $0) }
    }
}
