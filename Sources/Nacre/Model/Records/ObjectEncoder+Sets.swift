internal import NacreEngine
internal import NacreFormat

/// Sets, which are stored as arrays whose order depends only on the elements.
extension ObjectEncoder {
    /// Sorts the array that was written last.
    /// - Throws: `notStorable` if two elements are stored alike.
    mutating func sortElements() throws(AttributeError) {
        let slot = unsafe slots[ordinal &- 1]
        let areDistinct = withBuilder { builder in
            let type = builder.layout.slots[Int(slot.layoutOrdinal)].type
            if case .array = type { return builder.sortScalars(Int(slot.place), as: type) }
            return builder.sortTexts(Int(slot.place))
        }
        guard !areDistinct else { return }
        ordinal &-= 1
        throw AttributeError.storedAlike
    }
}

extension AttributeError {
    /// The error of a set in which two different elements have the same stored form.
    static var storedAlike: AttributeError {
        .notStorable(reason: "two elements of a set are stored alike")
    }
}

extension RecordBuilder {
    /// Sorts an array of scalars by their values.
    /// - Returns: Whether no value occurs twice.
    fileprivate func sortScalars(_ place: Int, as type: StoredType) -> Bool {
        let bytes = variable(place)
        guard case .array(let values)? = RecordDecoder.value(of: bytes, as: type) else {
            return true
        }
        let sorted = values.sorted { $0.order(relativeTo: $1) < 0 }
        replaceVariable(place) { _ = Value.array(sorted).append(as: type, to: $0) }
        return zip(sorted, sorted.dropFirst()).allSatisfy { !$0.isIdentical(to: $1) }
    }

    /// Sorts an array in JSON text by the texts of its elements.
    /// - Returns: Whether no text occurs twice.
    fileprivate func sortTexts(_ place: Int) -> Bool {
        let sorted = CanonicalForm.sorted(JSONElementTexts.texts(in: variable(place))) { $0 }
        replaceVariable(place) { JSONElementTexts.append(sorted, to: $0) }
        return zip(sorted, sorted.dropFirst()).allSatisfy { !$0.utf8.elementsEqual($1.utf8) }
    }
}
