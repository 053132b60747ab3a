internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

extension StoreError {
    /// - Parameter use: The purpose for which the attribute was named, such as " to show".
    static func noAttribute(
        _ name: String, in schema: StoredSchema, _ use: String = ""
    ) -> StoreError {
        let names = NameList.text(schema.attributes.map(\.name))
        return StoreError(
            .unknownAttribute,
            "There is no attribute '\(name)'\(use). '\(schema.name)' has: \(names).")
    }
}
