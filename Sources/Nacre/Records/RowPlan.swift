internal import NacreEngine
internal import NacreFormat

/// Which attributes of a record are visited, in which order, and where each stands.
struct RowPlan: Sendable {
    private let leaves: [LeafAttribute]
    let table: SlotTable

    /// - Parameters:
    ///   - definition: of an entity that has all the leaves.
    ///   - isWhole: whether they are a whole object's.
    init(
        _ leaves: [LeafAttribute], _ definition: EntityDefinition, _ layout: Layout,
        isWhole: Bool = false
    ) {
        let ordinals = leaves.map { leaf in
            guard let ordinal = definition.schema.ordinal(of: leaf.name) else {
                preconditionFailure("attributes were checked when the store opened")
            }
            return ordinal
        }
        self.leaves = leaves
        holdsObjects = leaves.contains { $0.heldType != nil }
        countNeeded = isWhole ? leaves.count : nil
        table = SlotTable(leaves, ordinals: ordinals, in: layout)
    }

    /// Whether objects by value are among them.
    let holdsObjects: Bool

    /// How many attributes must be visited; nil where a part of them is enough.
    let countNeeded: Int?

    /// For errors.
    func leafName(_ ordinal: Int) -> String { leaves[min(ordinal, leaves.count - 1)].name }
}
