internal import NacreFormat
internal import NacreSearch

/// The ids that answer a test of other objects, or the rows of the objects that a full-text search
/// has found. The original filter becomes a lookup of the object's own value, or of its row.
///
/// A class, so a filter with a hundred thousand ids is passed by reference.
package final class ObjectSet: Sendable {
    /// The ids, unordered and possibly with duplicates.
    let ids: [Value]
    /// The rows of the objects for which the filter holds; nil if their ids decide.
    let rows: NacreSearch.RowSet?
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
        rows = nil
        self.idType = idType
        self.quantifier = quantifier
        self.isComplement = isComplement
        self.question = question
    }

    /// Makes the set of the objects that a search has found.
    init(
        rows: NacreSearch.RowSet, of idType: StoredType, answering question: FilterExpression
    ) {
        ids = []
        self.rows = rows
        self.idType = idType
        quantifier = nil
        isComplement = false
        self.question = question
    }
}

extension ObjectSet: Hashable {
    package static func == (one: ObjectSet, other: ObjectSet) -> Bool {
        if one === other { return true }
        if one.rows != nil || other.rows != nil { return false }
        return one.isComplement == other.isComplement && one.quantifier == other.quantifier
            && one.question == other.question && one.ids == other.ids
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isComplement)
        hasher.combine(ids.count)
        hasher.combine(question)
    }
}
