/// Cursors in URLs.
extension Cursor {
    /// Returns the cursor as a text of letters, digits and `-_.~`, which URLs, headers and cookies
    /// take without escapes.
    ///
    /// ```swift
    /// let next = page.cursor.map { "/cities?after=\($0.urlText(signedBy: signer))" }
    /// ```
    /// - Parameter signer: The signer of the text, if clients must not make cursors themselves. The
    ///   text shows values of an object all the same.
    public func urlText(signedBy signer: URLSigner? = nil) -> String {
        signer.signed(URLText.encoded(Array(description.utf8)), for: Self.purpose)
    }

    /// Reads the text of ``urlText(signedBy:)``. The text may come from any source.
    /// - Parameters:
    ///   - urlText: The text.
    ///   - signer: The signer that has signed it, or nil if it is not signed.
    /// - Throws: ``StoreError`` with `invalidValue` if the text is not a cursor of the entity, or
    ///   has no valid signature.
    public init(urlText: String, signedBy signer: URLSigner? = nil) throws(StoreError) {
        let form = try signer.text(of: urlText, for: Self.purpose)
        guard let bytes = URLText.bytes(encoded: form),
            let text = String(validating: bytes, as: UTF8.self)
        else {
            throw StoreError(
                .invalidValue, "The text is not a cursor. Begin with the first page again.")
        }
        try self.init(parsing: text)
    }

    private static var purpose: String { "cursor" }
}
