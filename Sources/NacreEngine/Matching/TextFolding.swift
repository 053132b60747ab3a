/// Folding of text for tests that ignore case or diacritical marks.
extension String {
    /// Returns the text as the options leave it. If case is ignored, it is lowercased. If marks are
    /// ignored, it is then decomposed (NFD), and the scalars of the category nonspacing mark (Mn)
    /// are removed. Characters that Unicode does not decompose are kept: \u{f8} is not equal to o.
    func folded(_ options: TextCondition.Options) -> String {
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
