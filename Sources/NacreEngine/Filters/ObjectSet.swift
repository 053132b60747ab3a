internal import NacreFormat

/// The answer to a question about other objects: their ids. A filter that asked the question looks
/// up its own value there.
///
/// A class, so that a filter with a hundred thousand ids in it is passed on by reference.
package final class ObjectSet: Sendable {
    /// In no order, perhaps some of them several times.
    let ids: [Value]
    /// Whether the filter holds for what is *not* in the list, nil included.
    let isComplement: Bool
    /// What was asked: the filter that this one stands for.
    let question: Filter
    /// Where the attribute is an array: whether one element, or each, is to be among them.
    let quantifier: Quantifier?
    /// Of the entity that the ids belong to.
    let idType: StoredType

    init(
        _ ids: [Value], of idType: StoredType, isComplement: Bool = false,
        answering question: Filter, quantifier: Quantifier? = nil
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
