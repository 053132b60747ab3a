import Foundation
import Nacre

@Entity struct Parcel {
    @Attribute(.transformed(by: .uuidString)) var code: UUID
    @Attribute(.transformed(by: .uuidString)) var former: UUID?
    var next: Ref<Parcel>?
}

// What the other files do wrong, done right: this one compiles, or they would prove nothing.

func control(_ store: Store) throws {
    _ = City.where { $0.name == "x" && $0.population >= 1 && $0.townHall.city == "y" }
    _ = City.where { $0.founded == .distantPast }.sorted(\.population.descending)
    _ = Parcel.where { $0.code < UUID() && $0.former >= UUID() && $0.next.code == nil }
        .sorted(\.code.ascending, \.next.former.descending)
    _ = City.where { $0.mayor == nil || $0.mayor.name == "x" && $0.mayor.born < .now }
    _ = City.where { $0.tags.contains("x") && $0.tags.count > 1 && !$0.tags.isEmpty }
    _ = City.where { $0.tags.contains { $0 < "b" || $0.hasPrefix("c") } }
    _ = Person.where { $0.cities.contains { $0.population > 1 } && $0.cities.count >= 2 }
    _ = try store.fetch(City.all, including: \.mayor, \.mayor.cities)
    let names: [String] = try store.fetch(\.name, City.all)
    _ = try store.find(City.self, \.code, names[0])
    let count = try store.performChanges { changes in try changes.fetch(City.all).count }
    _ = count
}

// The property is the id, with and without backticks.
@Entity struct Quoted {
    let `id`: Int
    var `name`: String = ""
}
