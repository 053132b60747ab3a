internal import NacreEngine
internal import NacreFormat
extension RecordSource {
    func find(_ value: NacreFormat.Value, by name: String, in definition: EntityDefinition) throws -> FoundRecord? { nil }
}
