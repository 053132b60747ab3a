// snippet: readme-model
import Nacre

enum CityStatus: Int, Storable { case planned, active, abandoned }

@Entity struct City {
    @Attribute(.unique) var code: String
    var name: String
    var population: Int = 0
    var status: CityStatus = .active
}
// end snippet

/// Runs the README's code, and returns the city's name.
func runReadmeExample(at path: String) throws -> [String] {
    // snippet: readme-use
    let store = try Store(at: path, City.self)
    try store.performChanges { changes in
        try changes.upsert(City(code: "NO-OSL", name: "Oslo", population: 717_710), on: \.code)
    }
    let big = try store.fetch(City.where { $0.population > 500_000 && $0.status == .active })
    // end snippet
    return big.map(\.name)
}
