/// The reason why an attribute could not be written or read, before its owner is known. The store
/// makes a ``StoreError`` from it that names the entity, the object and the attribute.
enum AttributeError: Error {
    /// Bytes that are not a value of the attribute's type.
    case damaged
    /// A required member that is missing, although its struct is present.
    case missingMember
    /// A stored raw value that no case of an enum has.
    case unknownRawValue(type: String, value: String)
    /// A case of an enum without its payload.
    case missingPayload(ofCase: String)
    /// A number that the Swift type has no room for.
    case outOfRange(type: String)
    /// Nested JSON that does not match the Swift type.
    case mismatch(expected: String)
    /// An object by value that does not exist any more.
    case missingObject(entity: String)
    /// A stage that takes a value from the store it works in, where there is none.
    case missingContext(stage: String, type: String)
    /// A value that has no stored form.
    case notStorable(reason: String)

    var reason: String {
        switch self {
        case .damaged: "its bytes are damaged"
        case .missingMember: "it is required, and nil is stored"
        case .unknownRawValue(let type, let value):
            "no case of \(type) has the stored raw value \(value)"
        case .missingPayload(let name):
            "its case is '\(name)', and the values that it carries are not stored"
        case .outOfRange(let type): "the stored number does not fit into \(type)"
        case .mismatch(let expected): "\(expected) was expected, and something else is stored"
        case .missingObject(let entity):
            "it is an object of '\(entity)' by value, and no object has the stored id"
        case .missingContext(let stage, let type):
            "the stage '\(stage)' takes a \(type) from the store it works in. Set it by"
                + " Store.Options.stageContext"
        case .notStorable(let reason): reason
        }
    }
}
