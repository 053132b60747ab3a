extension CodingUserInfoKey {
    /// The key that permits a decoder to decode requests that are
    /// ``FetchRequest/ignoringDefaultFilter``. Set it to `true` in the decoder's `userInfo`. Do not
    /// set it if requests come from clients.
    ///
    /// ```swift
    /// decoder.userInfo[.mayIgnoreDefaultFilter] = true
    /// ```
    public static let mayIgnoreDefaultFilter = unwrapped("nacre.mayIgnoreDefaultFilter")

    private static func unwrapped(_ name: String) -> CodingUserInfoKey {
        guard let key = CodingUserInfoKey(rawValue: name) else {
            preconditionFailure("every text is a key")
        }
        return key
    }
}
