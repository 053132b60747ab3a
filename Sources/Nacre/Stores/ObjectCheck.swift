internal import NacreEngine

/// Reads all objects of all entities, and collects the errors of those that their type cannot read.
final class ObjectCheck: BindingVisitor {
    private let snapshot: DatabaseSnapshot
    private(set) var problems: [StoreError] = []

    init(_ snapshot: DatabaseSnapshot) { self.snapshot = snapshot }

    func visit<Owner: Entity>(_ binding: EntityBinding<Owner>) {
        do {
            try snapshot.forEachRecord(Query(entity: binding.model.name)) { found in
                do { _ = try binding.decode(found, in: snapshot) } catch {
                    problems.append(StoreError.wrapping(error))
                }
                return true
            }
        } catch {
            problems.append(StoreError.wrapping(error))
        }
    }
}
