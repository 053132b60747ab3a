internal import NacreFormat

/// Ids in URLs. Numbers, UUIDs, object ids and plain texts are readable; all others are encoded.
extension Ref {
    /// Returns the id as a text of letters, digits and `-_.~`. A URL takes it without escapes, and
    /// decoding its escapes once more does not change it.
    ///
    /// ```swift
    /// let path = "/cities/\(try Ref(oslo).urlText())"          // /cities/NO-OSL
    /// let city = try store.find(Ref<City>(urlText: parameter))
    /// ```
    /// - Parameter signer: The signer of the text, if clients must not choose ids themselves.
    /// - Throws: ``StoreError`` with `invalidValue` if the id cannot be stored.
    public func urlText(signedBy signer: URLSigner? = nil) throws(StoreError) -> String {
        let value: NacreFormat.Value
        do { value = try storedValue().value } catch {
            throw StoreError(
                .invalidValue,
                "The id of a '\(Target.entityName)' cannot be stored: \(ErrorText.reason(error))."
            ).about(Target.entityName)
        }
        var writer = JSONWriter()
        value.write(to: &writer)
        let text = value.jsonForm?.asString ?? String(decoding: writer.bytes, as: UTF8.self)
        return signer.signed(URLText.readable(text), for: Self.purpose)
    }

    /// Reads the text of ``urlText(signedBy:)``. The text may come from any source. Whether there
    /// is such an object is not checked.
    /// - Parameters:
    ///   - urlText: The text.
    ///   - signer: The signer that has signed it, or nil if it is not signed.
    /// - Throws: ``StoreError`` with `invalidValue` if the text is not an id of the entity, or has
    ///   no valid signature.
    public init(urlText: String, signedBy signer: URLSigner? = nil) throws(StoreError) {
        let form = try signer.text(of: urlText, for: Self.purpose)
        guard let text = URLText.text(readable: form), let id = Self.id(text) else {
            throw StoreError(
                .invalidValue,
                "'\(urlText.prefix(40))' is not the text of an id of '\(Target.entityName)'."
            ).about(Target.entityName)
        }
        self.init(id: id)
    }

    private static func id(_ text: String) -> Target.ID? {
        guard let type = Target.idType else { return nil }
        let value =
            Value(.string(text), as: type)
            ?? (try? JSONParser.parse(Array(text.utf8))).flatMap { Value($0, as: type) }
        guard let json = value?.jsonForm, !json.isNull else { return nil }
        return try? Target.decodeID(from: NestedValue(.json(json)))
    }

    private static var purpose: String { "id of \(Target.entityName)" }
}
