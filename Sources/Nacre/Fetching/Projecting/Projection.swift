/// A request for several attributes instead of whole objects:
/// `City.all.select(\.name, \.population)` returns tuples of a String and an Int, and decodes
/// nothing else.
public struct Projection<Owner: Entity, each Member: FieldProtocol>: Sendable {
    let request: FetchRequest<Owner>
    let fields: (repeat each Member)
}

extension FetchRequest {
    /// Selects the attributes to read instead of whole objects.
    public func select<each Member: FieldProtocol>(
        _ fields: repeat KeyPath<Owner.Fields, each Member>
    ) -> Projection<Owner, repeat each Member> {
        let root = Owner.Fields(FieldPath())
        return Projection(request: self, fields: (repeat root[keyPath: each fields]))
    }
}
