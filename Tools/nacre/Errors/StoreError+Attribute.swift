internal import NacreEngine
internal import NacreFormat

extension StoreError {
    /// - Parameter use: what the attribute was named for, such as " to show".
    static func noAttribute(
        _ name: String, in schema: EntitySchema, _ use: String = ""
    ) -> StoreError {
        let names = NameList.text(schema.attributes.map(\.name))
        return StoreError(
            .unknownAttribute,
            "There is no attribute '\(name)'\(use). '\(schema.name)' has: \(names).")
    }
}
