/// What tests of text look at if letters of either case, or letters with and without marks, count
/// as one.
extension String {
    /// The lower-case form, if case does not count; then without marks, if those do not count: the
    /// canonical decomposition (NFD) without its scalars of the category nonspacing mark (Mn). What
    /// Unicode does not decompose stays as it is: \u{f8} is no o.
    func folded(_ options: TextTest.Options) -> String {
        let text = options.contains(.caseInsensitive) ? lowercased() : self
        guard options.contains(.diacriticInsensitive), !text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return text
        }
        var plain = String.UnicodeScalarView()
        for scalar in text.decomposed.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            plain.append(scalar)
        }
        return String(plain)
    }
}
