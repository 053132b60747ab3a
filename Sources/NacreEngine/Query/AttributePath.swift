/// The way to a value: an attribute of an object, or of the one that references lead to from it. A
/// value at the end of references that lead nowhere is null. Its text form has points between the
/// names.
package struct AttributePath: Sendable, Hashable {
    /// The references that lead from one object to the next; the attribute is the last one's.
    package let hops: [String]
    package let attribute: String

    /// - Parameter hops: references that lead to the object with the attribute.
    package init(_ attribute: String, through hops: [String] = []) {
        self.attribute = attribute
        self.hops = hops
    }
}

/// Of an attribute of the objects themselves.
extension AttributePath: ExpressibleByStringLiteral {
    package init(stringLiteral attribute: String) { self.init(attribute) }
}

extension AttributePath: CustomStringConvertible {
    package var description: String { FilterText.path(hops + [attribute]) }
}
