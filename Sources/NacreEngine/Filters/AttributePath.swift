/// The path to a value: an attribute of an object, or of an object that a chain of references leads
/// to. If a reference on it leads nowhere, the value is null. The text form has points between the
/// names.
package struct AttributePath: Sendable, Hashable {
    /// The object at which the path begins, if it is outside the filter's braces.
    package let outer: OuterObject?
    /// The references from one object to the next. The last one leads to the attribute's object.
    package let hops: [String]
    package let attribute: String

    /// - Parameters:
    ///   - hops: The references that lead to the object with the attribute.
    ///   - outer: The object at which they begin, if it is an outer one.
    package init(_ attribute: String, through hops: [String] = [], of outer: OuterObject? = nil) {
        self.attribute = attribute
        self.hops = hops
        self.outer = outer
    }

    /// Whether the value belongs to the objects themselves.
    var isOwn: Bool { hops.isEmpty && outer == nil }
}

/// A literal is the path to an attribute of the objects themselves.
extension AttributePath: ExpressibleByStringLiteral {
    package init(stringLiteral attribute: String) { self.init(attribute) }
}

extension AttributePath: CustomStringConvertible {
    package var description: String { (outer?.text ?? "") + FilterText.path(hops + [attribute]) }
}
