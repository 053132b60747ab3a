internal import NacreEngine
internal import NacreFormat

/// Which attributes of a record are visited, in which order, and where each stands.
///
/// A class, because every object that is read or written asks for it: a struct would be copied each
/// time, and each copy counts the references to all that it holds.
final class RowPlan: Sendable {
    private let leaves: [LeafAttribute]
    let table: SlotTable

    /// - Parameters:
    ///   - definition: of an entity that has all the leaves.
    ///   - readCount: how many of them must be read; nil where they are not a whole object's.
    init(
        _ leaves: [LeafAttribute], _ definition: EntityDefinition, _ layout: Layout,
        readCount: Int? = nil
    ) {
        let ordinals = leaves.map { leaf in
            guard let ordinal = definition.schema.ordinal(of: leaf.name) else {
                preconditionFailure("attributes were checked when the store opened")
            }
            return ordinal
        }
        self.leaves = leaves
        holdsObjects = leaves.contains { $0.heldType != nil }
        self.readCount = readCount
        table = SlotTable(leaves, ordinals: ordinals, in: layout)
    }

    /// Whether objects by value are among them.
    let holdsObjects: Bool

    /// How many attributes must be read; nil where a part of them is enough.
    let readCount: Int?

    /// How many must be written, those that are derived among them.
    var writtenCount: Int { leaves.count }

    /// For errors.
    func leafName(_ ordinal: Int) -> String { leaves[min(ordinal, leaves.count - 1)].name }
}
