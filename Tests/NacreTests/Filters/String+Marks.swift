import Foundation

extension String {
    /// The text without its marks. In a file of its own: with Foundation, `contains` is another
    /// method.
    var withoutMarks: String {
        var scalars = Array(decomposedStringWithCanonicalMapping.unicodeScalars)
        scalars.removeAll { $0.properties.generalCategory == .nonspacingMark }
        return scalars.reduce(into: "") { $0.unicodeScalars.append($1) }
    }
}
