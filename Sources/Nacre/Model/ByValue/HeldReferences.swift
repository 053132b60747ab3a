internal import NacreFormat

/// The references to objects that an attribute holds.
struct HeldReferences {
    private let stored: Value
    private let place: HeldPlace

    init(_ stored: Value, _ place: HeldPlace) {
        self.stored = stored
        self.place = place
    }

    /// Returns new references together with the stored ones that they lack and that are to stay;
    /// nil if the new value can be stored as it is. Each kept reference comes after the one that it
    /// followed before.
    /// - Parameter isKept: Returns whether a reference is to stay.
    func replaced(by new: Value, keeping isKept: (Value) -> Bool) -> Value? {
        let references = stored.references(as: place.idType)
        var merged = new.references(as: place.idType)
        let kept = references.filter { !merged.contains($0) && isKept($0) }
        guard !kept.isEmpty else { return nil }
        // Nothing else differs.
        if merged == references.filter({ !kept.contains($0) }) { return stored }
        guard stored.isList(of: place.idType) else { return new.isNull ? stored : nil }
        for reference in kept {
            let before = references.prefix { $0 != reference }.last
            let index = before.flatMap { merged.lastIndex(of: $0) }.map { $0 + 1 } ?? 0
            merged.insert(reference, at: index)
        }
        return list(merged)
    }

    /// Returns the references with some of them replaced; nil if none is.
    /// - Parameter target: Returns the replacement of a reference; nil if it stays.
    func redirected(to target: (Value) -> Value?) -> Value? {
        let references = stored.references(as: place.idType)
        guard references.contains(where: { target($0) != nil }) else { return nil }
        var redirected = references.map { target($0) ?? $0 }
        guard stored.isList(of: place.idType) else { return redirected[0] }
        if place.isSorted {
            var seen: Set<Value> = []
            redirected = redirected.filter { seen.insert($0).inserted }
        }
        return list(redirected)
    }

    private func list(_ references: [Value]) -> Value {
        if case .array = stored {
            return .array(
                place.isSorted
                    ? references.sorted { $0.order(relativeTo: $1) < 0 } : references)
        }
        var elements = references.map { NestedValue(.value($0)) }
        if place.isSorted { elements = CanonicalForm.sorted(elements, by: \.jsonText) }
        return .json(NestedValue(.array(elements)).jsonText)
    }
}

extension Value {
    /// Returns whether this is a list of references and not a single one.
    fileprivate func isList(of type: StoredType) -> Bool {
        switch self {
        case .array: true
        case .json: type != .json
        default: false
        }
    }
}
