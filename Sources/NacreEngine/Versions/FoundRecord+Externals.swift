internal import NacreFormat

extension FoundRecord {
    /// The references to the external values of the record.
    var externalReferences: [ExternalReference] {
        layout.attributes.filter { record.hasExternal($0, layout) }.map {
            ExternalReference(record.variable($0.place, layout))
        }
    }
}
