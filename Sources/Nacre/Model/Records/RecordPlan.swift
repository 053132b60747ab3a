internal import NacreEngine
internal import NacreFormat

/// The attributes of a record that are visited, in order, and the place of each.
///
/// A class, because every object that is read or written needs it: a struct would be copied each
/// time, and each copy would count the references to everything that it holds.
final class RecordPlan: Sendable {
    private let leaves: [LeafAttribute]
    private let definition: EntityDefinition
    /// The layout of new records.
    private let layout: Layout
    private let stageContext: StageContext
    let table: SlotTable
    private let otherPlans = Late<PlanCache<LayoutID, StoredRecordPlan>>()

    /// - Parameters:
    ///   - definition: The definition of an entity that has all the leaves.
    ///   - stageContext: The values that stages take from the store.
    ///   - readCount: The number of leaves that must be read; nil if they are not those of a whole
    ///     object.
    init(
        _ leaves: [LeafAttribute], _ definition: EntityDefinition, _ layout: Layout,
        _ stageContext: StageContext, readCount: Int? = nil
    ) {
        let ordinals = leaves.map { leaf in
            guard let ordinal = definition.schema.ordinal(of: leaf.name) else {
                preconditionFailure("attributes were checked when the store opened")
            }
            return ordinal
        }
        self.leaves = leaves
        self.definition = definition
        self.layout = layout
        self.stageContext = stageContext
        holdsObjects = leaves.contains { $0.heldType != nil }
        self.readCount = readCount
        table = SlotTable(leaves, ordinals: ordinals, in: layout, stageContext)
    }

    /// Whether attributes that hold objects by value are among them.
    let holdsObjects: Bool

    /// The number of attributes that must be read; nil if a part of them is enough.
    let readCount: Int?

    /// The number of attributes, including derived ones.
    var attributeCount: Int { leaves.count }

    /// The only attribute, if its value is stored in a slot; otherwise nil.
    var slotAttribute: LeafAttribute? {
        guard leaves.count == 1, leaves[0].type.scalar != nil, !holdsObjects else { return nil }
        return leaves[0]
    }

    /// Returns the table by which the only attribute is decoded from a ``KeySlot``.
    func keyedTable() -> SlotTable {
        let null = leaves[0].isNullable ? (offset: 0, mask: KeySlot.nullMask) : nil
        let place = SlotPlace(place: KeySlot.bitsOffset, null: null)
        return SlotTable(leaves, [place], in: layout, stageContext)
    }

    /// Returns the stored name of an attribute, for errors.
    func leafName(_ ordinal: Int) -> String { leaves[min(ordinal, leaves.count - 1)].name }

    /// Calls a closure with the plan for a record of an older layout, or of the layout of new
    /// records if some of its values are external.
    /// - Throws: ``UnreadableLeaf`` if the layout has an attribute of another type, or lacks a
    ///   required one.
    @inline(__always)
    func withPlan<Result>(
        for found: FoundRecord, _ body: (StoredRecordPlan) throws -> Result
    ) throws -> Result {
        try otherPlans.with({ PlanCache() }) { plans in
            try plans.with(
                found.record.layout,
                { () throws(UnreadableLeaf) in
                    try StoredRecordPlan(
                        leaves, definition, layout, stored: found.layout, stageContext)
                }, body)
        }
    }
}
