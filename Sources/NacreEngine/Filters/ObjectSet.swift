internal import NacreFormat

/// The ids that answer a test of other objects. The original filter becomes a lookup of its own
/// value in them.
///
/// A class, so a filter with a hundred thousand ids is passed by reference.
package final class ObjectSet: Sendable {
    /// The ids, unordered and possibly with duplicates.
    let ids: [Value]
    /// Whether the filter holds for values that are *not* in the list, including nil.
    let isComplement: Bool
    /// The filter that this one replaces.
    let question: FilterExpression
    /// The quantifier if the attribute is an array: whether one element or each must be among the
    /// ids.
    let quantifier: Quantifier?
    /// The type of the ids of the target entity.
    let idType: StoredType

    init(
        _ ids: [Value], of idType: StoredType, isComplement: Bool = false,
        answering question: FilterExpression, quantifier: Quantifier? = nil
    ) {
        self.ids = ids
        self.idType = idType
        self.quantifier = quantifier
        self.isComplement = isComplement
        self.question = question
    }
}

extension ObjectSet: Hashable {
    package static func == (one: ObjectSet, other: ObjectSet) -> Bool {
        one === other
            || one.isComplement == other.isComplement && one.quantifier == other.quantifier
                && one.question == other.question
                && one.ids == other.ids
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isComplement)
        hasher.combine(ids.count)
        hasher.combine(question)
    }
}
