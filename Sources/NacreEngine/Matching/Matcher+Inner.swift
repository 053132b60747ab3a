import NacreFormat

/// Tests of values inside other values.
extension Matcher {
    func holds(
        _ test: InnerMatcher, _ place: MatchCondition.VariablePlace, _ record: RecordView,
        _ origin: Int, _ external: (ExternalReference) throws -> ByteView
    ) throws -> Bool {
        let bytes = try bytes(place, record, external)
        let value: MatchedValue
        if case .array(let element) = layout.attributes[place.ordinal].type {
            guard bytes.count.isMultiple(of: element.width) else {
                throw badValue(place.ordinal, at: origin)
            }
            value = .packed(bytes, element)
        } else {
            guard bytes.count > 0 else { throw badValue(place.ordinal, at: origin) }
            value = MatchedValue(json: bytes)
        }
        do throws(MatchedValue.Damage) {
            return try test.holds(for: value)
        } catch {
            throw badValue(place.ordinal, at: origin)
        }
    }
}
