internal import NacreEngine
internal import NacreFormat

/// Which attributes of a record are visited, in which order, and where each stands.
struct RowPlan: Sendable {
    private let leaves: [LeafAttribute]
    let table: SlotTable

    /// - Parameter definition: of an entity that has all the leaves.
    init(_ leaves: [LeafAttribute], _ definition: EntityDefinition, _ layout: Layout) {
        let ordinals = leaves.map { leaf in
            guard let ordinal = definition.schema.ordinal(of: leaf.name) else {
                preconditionFailure("attributes were checked when the store opened")
            }
            return ordinal
        }
        self.leaves = leaves
        table = SlotTable(leaves, ordinals: ordinals, in: layout)
    }

    /// How many attributes are visited.
    var count: Int { leaves.count }

    /// For errors.
    func leafName(_ ordinal: Int) -> String { leaves[min(ordinal, leaves.count - 1)].name }
}
