import Nacre

struct NacreWide: WideStore {
    let store: Store

    init(in directory: String) throws {
        store = try Store(at: directory + "/wide.nacre", options: .relaxed, Wide.self)
    }

    func two() throws -> [WidePair] {
        try store.fetch(Wide.all.select(\.i3, \.s2)).map { WidePair(number: $0, text: $1) }
    }

    func numbers() throws -> [WideNumbers] {
        try store.fetch(Wide.all.select(\.i7, \.d3)).map { WideNumbers(number: $0, fraction: $1) }
    }

    func all() throws -> [Wide] { try store.fetch(Wide.all) }

    func sum() throws -> Int { try store.sum(\.i5, Wide.all) }
}
