/// A visitor of the bindings of a store's entities, each with its type.
protocol BindingVisitor: AnyObject {
    func visit<Owner: Entity>(_ binding: EntityBinding<Owner>)
}
