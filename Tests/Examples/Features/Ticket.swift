import Nacre
import Synchronization

/// An entity that counts its objects when they are decoded.
struct Ticket: Entity, Hashable {
    static let schema = EntitySchema(
        Ticket.read, Attribute("id", \.id), Attribute("code", \.code, .unique),
        Attribute("price", \.price))
    let id: Int
    var code: String
    var price: Int

    /// Makes the same ticket for the same number.
    init(_ id: Int) { self.init(id: id, code: "code \(id)", price: id % 7) }

    private init(id: Int, code: String, price: Int) {
        self.id = id
        self.code = code
        self.price = price
    }

    private static func read(id: Int, code: String, price: Int) -> Ticket {
        counter?.count.add(1, ordering: .relaxed)
        return Ticket(id: id, code: code, price: price)
    }

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    /// The counter of the task, so that parallel tests are not counted.
    @TaskLocal private static var counter: Counter?

    /// Returns the number of objects that a closure reads.
    static func reads(_ body: () throws -> Void) throws -> Int {
        let counter = Counter()
        try $counter.withValue(counter) { try body() }
        return counter.count.load(ordering: .relaxed)
    }
}
