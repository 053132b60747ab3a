internal import NacreEngine
internal import NacreFormat

extension ReadSource {
    func page<Owner: Entity>(_ request: FetchRequest<Owner>) throws(StoreError) -> Page<Owner> {
        let binding = try registry.binding(Owner.self)
        let query = try request.query(in: registry)
        var items: [Owner] = []
        let place = try StoreError.typed {
            switch content {
            case .snapshot(let snapshot):
                try snapshot.page(query) { items.append(try binding.decode($0, in: snapshot)) }
            case .changes(let changes):
                try changes.page(query) { items.append(try binding.decode($0, in: changes)) }
            }
        }
        return Page(items: items, cursor: place.map { Cursor($0, request.sorts) })
    }
}
