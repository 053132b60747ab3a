internal import NacreFormat

/// Some neighbouring objects of a result with those values of their attributes that keys tell. No
/// record was read.
package struct KeyedBlock {
    /// The place of the first object in the result.
    package let start: Int
    private let rows: ArraySlice<UInt32>
    private let attributes: [String]
    /// The values of each attribute.
    private let values: [[KeySlot]]
    private let execution: QueryExecution

    init(
        start: Int, _ rows: ArraySlice<UInt32>, _ attributes: [String], _ values: [[KeySlot]],
        of execution: QueryExecution
    ) {
        self.start = start
        self.rows = rows
        self.attributes = attributes
        self.values = values
        self.execution = execution
    }

    /// Returns the values of one of the attributes, in the order of the result.
    package func values(of attribute: String) -> [KeySlot] {
        attributes.firstIndex(of: attribute).map { values[$0] } ?? []
    }

    /// Returns the record of an object, for an attribute whose key does not tell the value.
    /// - Parameter index: The object's place in the block.
    package func record(_ index: Int) throws(StoreError) -> FoundRecord {
        try execution.source.record(
            of: rows[rows.startIndex + index], in: execution.definition)
    }
}
