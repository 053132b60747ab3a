internal import Foundation
internal import NacreEngine

extension FuzzTarget {
    /// A regular expression, a line break, and a text that is searched for it. An accepted pattern
    /// gives one answer for all spellings of the text, and in every kind of matcher.
    static let pattern = FuzzTarget(
        name: "pattern",
        seeds: {
            [
                "^([a-z]+)*$\naaaaaaaaaaaaaaaaaaaaaa!", "(a|a)*b\naaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "(?i)[\\w-]+@[^.]+\\.(com|org)\nMe@example.com", "\\bab{2,3}?c\\B\nxx abbcd",
                "[\\u{e0}-\\u{ff}[:^alpha:]\\P{Lu}]\ncafe\u{301}", "(?<n>\\Q*\\E+)(?#c)\r\n\n**",
                "(?x: a # b\u{b}){0,9}(?s-m:.)$\n\u{1F469}\u{200D}\u{1F469}", "(?m)^$|\\R\\X\r\n\n",
            ].map { Array($0.utf8) }
        },
        run: { input in
            guard let input = String(validating: input, as: UTF8.self) else { return }
            let lines = input.split(
                maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            guard let pattern = lines.first else { return }
            let text = lines.count > 1 ? String(lines[1]) : ""
            let compiled: TextPattern
            do throws(StoreError) { compiled = try TextPattern(parsing: String(pattern)) } catch {
                try requireEqual(error.code, .invalidValue, "of a pattern that is refused")
                return
            }
            let answer = compiled.matches(text)
            for spelling in [
                text.decomposedStringWithCanonicalMapping,
                text.precomposedStringWithCanonicalMapping,
            ] {
                try requireEqual(compiled.matches(spelling), answer, "another spelling")
            }
            // The additional alternative matches nothing, but has so many steps that the pattern no
            // longer fits into a word. A pattern that ends in a comment or a quotation, or is
            // nested too deeply, is refused in this form.
            guard let larger = try? TextPattern(parsing: "(?:\(pattern))|$\\x00{99}") else {
                return
            }
            try requireEqual(larger.matches(text), answer, "in the other matcher")
        })
}
