internal import NacreExchangeCore
public import Nacre
internal import NacreFormat

/// The objects of an entity as JSON, in both directions. The entity need not be `Codable`.
///
/// ```swift
/// let json = try store.json(City.self)
/// let text = try json.text(of: oslo)      // {"code":"NO-OSL","name":"Oslo","population":717710}
/// let copy = try json.object(from: text)
/// try json.merge(#"{"population":720000}"#, into: &oslo)
/// ```
/// The members have the stored names of the attributes, in the order of their declaration, and the
/// values that the tool shows: a date is an ISO 8601 text, an id or a reference the text or number
/// that it is stored as, an enum its raw value, `Data` Base64. A struct that is stored inside its
/// owner is an object of its own. The other sides of references, `ToMany`, are no
/// attributes, so JSON does not have them: fetch them, and write them beside the object.
///
/// Reading loses nothing: a number that the attribute's type cannot hold with all of its digits is
/// an error. This value can be kept and shared by threads.
public struct ObjectJSON<Owner: Entity>: Sendable {
    private let form: StoredObjects<Owner>
    private let shape: ObjectShape
    private let ordinals: [Int]
    private let defaults: [NacreFormat.Value]

    /// - Parameter fields: The attributes that JSON has; nil for all.
    init(
        _ form: StoredObjects<Owner>, only fields: [PartialKeyPath<Owner.Fields>]?
    ) throws(StoreError) {
        self.form = form
        let chosen = try fields.map { fields throws(StoreError) in try form.ordinals(of: fields) }
        ordinals = form.ordinals.filter { chosen?.contains($0) ?? true }
        shape = ObjectShape(form.schema, ordinals)
        defaults = try form.defaults()
    }

    // MARK: Writing

    /// Returns an object as JSON text.
    /// - Throws: `invalidValue` if a value of the object cannot be stored.
    public func text(of object: Owner) throws(StoreError) -> String {
        String(decoding: try bytes(of: object), as: UTF8.self)
    }

    /// Returns an object as JSON, in UTF-8.
    /// - Throws: `invalidValue` if a value of the object cannot be stored.
    public func bytes(of object: Owner) throws(StoreError) -> [UInt8] {
        var writer = JSONWriter()
        shape.write(try form.values(of: object), to: &writer)
        return writer.bytes
    }

    /// Returns objects as the text of a JSON array.
    /// - Throws: `invalidValue` if a value of an object cannot be stored.
    public func text(of objects: some Sequence<Owner>) throws(StoreError) -> String {
        String(decoding: try bytes(of: objects), as: UTF8.self)
    }

    /// Returns objects as a JSON array, in UTF-8.
    /// - Throws: `invalidValue` if a value of an object cannot be stored.
    public func bytes(of objects: some Sequence<Owner>) throws(StoreError) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for object in objects { shape.write(try form.values(of: object), to: &writer) }
        writer.endArray()
        return writer.bytes
    }

    // MARK: Reading

    /// Returns the object that a JSON text describes. Attributes that it lacks get their declared
    /// defaults, nil if they are optional, and a new id if the id is an `ObjectID`. A default is a
    /// value and not an expression: `Date()` is the time at which the program first used the type.
    /// Set such attributes afterwards.
    ///
    /// The rules of the entity are not checked: that happens when the object is stored.
    /// - Parameter text: One JSON object.
    /// - Throws: `invalidValue`, with the attribute in the message, if the text is not JSON, has an
    ///   unknown member or one member twice, lacks an attribute that has no default, or has a value
    ///   of another type.
    public func object(from text: some StringProtocol) throws(StoreError) -> Owner {
        try object(from: Array(text.utf8))
    }

    /// Returns the object that JSON in UTF-8 describes, as the function for texts does.
    /// - Parameter bytes: One JSON object.
    public func object(from bytes: some Sequence<UInt8>) throws(StoreError) -> Owner {
        try object(of: try members(of: Array(bytes)), replacing: nil)
    }

    /// Changes an object to what a JSON text says. Attributes that the text lacks keep their
    /// values. An attribute that is null in the text becomes nil. Lists are replaced as a whole.
    /// Properties that are not stored get their defaults.
    /// - Parameters:
    ///   - text: One JSON object. The id in it, if there is one, must be that of the object.
    ///   - object: The object. It is unchanged after an error.
    /// - Throws: `invalidValue`, as for reading an object, and if the entity holds other objects by
    ///   value.
    public func merge(
        _ text: some StringProtocol, into object: inout Owner
    ) throws(StoreError) {
        try merge(Array(text.utf8), into: &object)
    }

    /// Changes an object to what JSON in UTF-8 says, as the function for texts does.
    /// - Parameters:
    ///   - bytes: One JSON object.
    ///   - object: The object. It is unchanged after an error.
    public func merge(
        _ bytes: some Sequence<UInt8>, into object: inout Owner
    ) throws(StoreError) {
        guard !form.holdsObjects else {
            throw Self.invalid(
                "'\(Owner.entityName)' holds other objects by value, of which JSON has only the"
                    + " ids. Read an object, or change the properties one by one.")
        }
        let former = try form.values(of: object)
        let merged = try self.object(of: try members(of: Array(bytes)), replacing: former)
        guard merged.id == object.id else {
            throw Self.invalid("The id in the JSON text is not that of the object.")
        }
        object = merged
    }

    private func members(of bytes: [UInt8]) throws(StoreError) -> [JSONMember] {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.parseKeepingSpelling(bytes[...]) } catch {
            throw Self.invalid(error.description)
        }
        guard case .object(let members) = value else {
            throw Self.invalid("A JSON object was expected, and \(value.kindName) was found.")
        }
        return members
    }

    private func object(
        of members: [JSONMember], replacing former: [NacreFormat.Value]?
    ) throws(StoreError) -> Owner {
        var converter = ObjectConverter<StoreError>(
            form.schema, setting: ordinals, base: defaults, isUntyped: false, makesIDs: true)
        var values = try converter.values(
            of: shape.flattened(members), replacing: former, error: Self.invalid)
        if let name = shape.settle(&values, isSet: converter.isSet) {
            throw Self.invalid(ObjectShape.message(ofValueOfNull: name))
        }
        return try form.object(of: form.identified(values))
    }

    private static func invalid(_ message: String) -> StoreError {
        StoreError(.invalidValue, message).about(Owner.entityName)
    }
}
