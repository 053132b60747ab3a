package import NacreFormat

/// The small stores that the tests change byte by byte and that Formats.md shows.
package enum Samples {
    package static let city = StoredSchema(
        number: EntityNumber(1), name: "City",
        attributes: [
            AttributeSchema(
                id: AttributeID(1), name: "id", type: .scalar(.int64), isNullable: false,
                isUnique: true),
            AttributeSchema(id: AttributeID(2), name: "name", type: .string, isNullable: false),
            AttributeSchema(
                id: AttributeID(3), name: "elevation", type: .scalar(.double), isNullable: true),
        ], idOrdinal: 0)

    package static let cityLayout = Layout(id: LayoutID(1), of: city)

    /// A header and a close frame.
    package static var emptySegment: [UInt8] {
        var builder = SegmentBuilder()
        builder.add(.close)
        return builder.bytes
    }

    /// Returns a segment with two commits. Commit 1: schema, layout, a city. Commit 2: this city is
    /// deleted, another is added. Closed.
    package static func twoCommits() throws -> [UInt8] {
        let bern = try record([.int(7), .string("Bern"), .double(540.5)], row: 0)
        let chur = try record([.int(8), .string("Chur"), .null], row: 1)
        var builder = SegmentBuilder()
        builder.addCommit(schema: city, layout: cityLayout, author: "anna", note: "first city") {
            $0.append(bern)
            return 1
        }
        builder.sync()
        builder.addCommit { buffer in
            RecordEncoder.appendTombstone(
                row: RowNumber(0), layout: cityLayout.id, idKey: 7 | 1 << 63, to: buffer)
            buffer.append(chur)
            return 2
        }
        builder.sync()
        builder.add(.close)
        return builder.bytes
    }

    /// Returns a city's record with its padding.
    package static func record(_ values: [Value], row: UInt32) throws -> [UInt8] {
        let buffer = ByteBuffer()
        try RecordEncoder.appendPut(values, row: RowNumber(row), layout: cityLayout, to: buffer)
        return buffer.view.bytes
    }

    /// The manifest of a store whose only segment is 1.
    package static let manifest = Manifest(
        storeID: SegmentBuilder.storeID, generation: 1,
        hashKey: HashKey(low: 0x0706_0504_0302_0100, high: 0x0F0E_0D0C_0B0A_0908), segments: [],
        active: SegmentNumber(1))
}
