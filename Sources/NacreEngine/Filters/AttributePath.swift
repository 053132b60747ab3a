/// The way to a value: an attribute of an object, or of the one that references lead to from it. A
/// value at the end of references that lead nowhere is null. Its text form has points between the
/// names.
package struct AttributePath: Sendable, Hashable {
    /// The object that it begins at, if that is one outside of the filter's braces.
    package let outer: OuterObject?
    /// The references that lead from one object to the next; the attribute is the last one's.
    package let hops: [String]
    package let attribute: String

    /// - Parameters:
    ///   - hops: references that lead to the object with the attribute.
    ///   - outer: the object that they begin at, if it is another one.
    package init(_ attribute: String, through hops: [String] = [], of outer: OuterObject? = nil) {
        self.attribute = attribute
        self.hops = hops
        self.outer = outer
    }

    /// Whether the value is one of the objects themselves.
    var isOwn: Bool { hops.isEmpty && outer == nil }
}

/// Of an attribute of the objects themselves.
extension AttributePath: ExpressibleByStringLiteral {
    package init(stringLiteral attribute: String) { self.init(attribute) }
}

extension AttributePath: CustomStringConvertible {
    package var description: String { (outer?.text ?? "") + FilterText.path(hops + [attribute]) }
}
