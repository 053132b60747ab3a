internal import NacreEngine
internal import NacreFormat
extension Changes { func savepoint<R>(_ body: () throws -> R) throws -> R { try body() } }
extension RecordSource {
    func find(_ value: NacreFormat.Value, by name: String, in definition: EntityDefinition) throws -> FoundRecord? { nil }
}
