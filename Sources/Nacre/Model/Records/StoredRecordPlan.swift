internal import NacreEngine
internal import NacreFormat

/// The plan for reading the records of one stored layout as objects of a type: records of an older
/// layout of the entity, or of today's if some of their values are external. Made once for each
/// layout.
///
/// Values that records have as the type needs them are read in place. Values that records lack, or
/// have in another form, are put into a block of memory together with a copy of the record's fixed
/// part, so that the decoder finds each at the place that its slot names.
@safe final class StoredRecordPlan: Sendable {
    let layoutID: LayoutID
    /// The slots for reading records in place. Nil if each record needs a block.
    let direct: SlotTable?
    /// The slots for reading records with a block or with a list of their variable values.
    private let prepared: SlotTable
    /// The sources of the variable values, in the order of their places in `prepared`.
    private let variables: [StoredVariable]
    /// The scalars that are converted.
    private let conversions: [StoredConversion]
    /// The null bits of values that the type requires, and their leaves.
    private let required: [(leaf: Int, null: (offset: Int, mask: UInt8))]
    private let layout: Layout
    // SAFETY: filled in `init`, and only read after that.
    /// The values that records lack.
    @safe private nonisolated(unsafe) let constants: ByteBuffer
    /// Whether slots lead into a block.
    private let needsBlock: Bool

    /// - Parameters:
    ///   - leaves: The leaves that are read.
    ///   - definition: The definition that has all the leaves.
    ///   - current: The layout of new records.
    ///   - stored: The layout of the records that the plan is for.
    ///   - stageContext: The values that stages take from the store.
    init(
        _ leaves: [LeafAttribute], _ definition: EntityDefinition, _ current: Layout,
        stored: Layout, _ stageContext: StageContext
    ) throws(UnreadableLeaf) {
        let layout = stored.read(by: definition.schema)
        var builder = StoredPlanBuilder(layout, current, definition.schema)
        for (index, leaf) in leaves.enumerated() {
            do throws(AttributeError) { try builder.add(leaf, index) } catch {
                throw UnreadableLeaf(leaf: index, cause: error)
            }
        }
        self.layout = layout
        layoutID = layout.id
        direct =
            builder.isDirect
            ? SlotTable(leaves, builder.directPlaces, in: layout, stageContext) : nil
        prepared = SlotTable(leaves, builder.preparedPlaces, in: layout, stageContext)
        variables = builder.variables
        conversions = builder.conversions
        required = builder.required
        constants = builder.constants
        needsBlock = builder.needsBlock
    }

    /// Reads a record.
    /// - Parameters:
    ///   - held: The reader of held objects; nil if none are read.
    ///   - body: Reads the attributes, one after another.
    @inline(__always)
    func read<Value>(
        _ found: FoundRecord, in source: some RecordStorage, _ held: HeldObjectReader?,
        _ body: (inout ObjectDecoder) throws -> Value
    ) throws -> Value {
        try checkRequired(found.record)
        if let direct, !found.record.flags.contains(.hasExternalValues) {
            var row = ObjectDecoder(found.record, direct, held)
            return try body(&row)
        }
        return try unsafe prepare(found, in: source) { base, count, list in
            var row = unsafe ObjectDecoder(base, count, values: list, prepared, held)
            return try body(&row)
        }
    }

    /// Throws if a value that the type requires is null. Only damaged schemas allow that.
    @inline(__always)
    private func checkRequired(_ record: RecordView) throws {
        guard !required.isEmpty else { return }
        for (leaf, null) in required where record.isNull(at: null) {
            throw UnreadableLeaf(leaf: leaf, cause: .missingMember)
        }
    }

    /// Room after a block, because code that was written by hand may read a wider number than the
    /// last one.
    private static var padding: Int { 16 }

    /// Calls a closure with the address and size of the record's block, and with the list of its
    /// variable values.
    private func prepare<Value>(
        _ found: FoundRecord, in source: some RecordStorage,
        _ body: (UnsafeRawPointer, Int, UnsafeBufferPointer<UnsafeRawBufferPointer>) throws -> Value
    ) throws -> Value {
        let record = found.record
        let listSize = unsafe variables.count * MemoryLayout<UnsafeRawBufferPointer>.stride
        let blockSize = needsBlock ? layout.endsOffset + constants.count : 0
        var converted: [ByteBuffer] = []
        defer { withExtendedLifetime(converted) {} }
        return try unsafe withUnsafeTemporaryAllocation(
            byteCount: listSize + blockSize + Self.padding, alignment: 16
        ) { memory in
            // SAFETY: the memory has room for the list and the block, which lie one after the
            // other. The record has at least `endsOffset` bytes: the engine checks that.
            let start = unsafe memory.baseAddress.unsafelyUnwrapped
            let listed = unsafe start.bindMemory(
                to: UnsafeRawBufferPointer.self, capacity: variables.count)
            let list = unsafe UnsafeBufferPointer(start: listed, count: variables.count)
            for (place, variable) in variables.enumerated() {
                guard let value = try bytes(of: variable.source, found, source, &converted) else {
                    throw UnreadableLeaf(leaf: variable.leaf, cause: .damaged)
                }
                unsafe (listed + place).initialize(to: value.buffer)
            }
            guard needsBlock else {
                return try unsafe body(record.bytes.base, record.bytes.count, list)
            }
            let block = unsafe start + listSize
            unsafe block.copyMemory(from: record.bytes.base, byteCount: layout.endsOffset)
            unsafe (block + layout.endsOffset).copyMemory(
                from: constants.view.base, byteCount: constants.count)
            for conversion in conversions {
                if conversion.skips(record) { continue }
                let slot = record.bytes[conversion.source..<layout.endsOffset]
                let target = unsafe block + conversion.target
                guard unsafe conversion.conversion.store(slot, to: target) else {
                    throw UnreadableLeaf(leaf: conversion.leaf, cause: .damaged)
                }
            }
            return try unsafe body(block, blockSize, list)
        }
    }

    /// Returns the bytes of a variable value; nil if they are invalid.
    /// - Parameter converted: The buffers that hold converted values; more are added.
    private func bytes(
        of variable: StoredVariable.Source, _ found: FoundRecord, _ source: some RecordStorage,
        _ converted: inout [ByteBuffer]
    ) throws -> ByteView? {
        let record = found.record
        switch variable {
        case .constant(let range): return constants.view[range]
        case .stored(let place): return try stored(place, record, source)
        case .converted(let conversion, let ordinal, let ofNull):
            let slot = layout.slots[ordinal]
            if let bit = slot.nullBit, record.isNull(at: layout.nullPlace(bit)) {
                return constants.view[ofNull]
            }
            let bytes =
                slot.type.scalar == nil
                ? try stored(slot.place, record, source)
                : record.bytes[slot.place..<layout.endsOffset]
            let buffer = ByteBuffer()
            converted.append(buffer)
            return conversion.append(bytes, to: buffer) ? buffer.view : nil
        }
    }

    private func stored(
        _ place: Int, _ record: RecordView, _ source: some RecordStorage
    ) throws -> ByteView {
        let bytes = record.variable(place, layout)
        guard record.isExternal(place, layout) else { return bytes }
        return try source.external(ExternalReference(bytes))
    }
}
