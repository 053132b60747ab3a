import Nacre

/// A state or province. It is deleted with its country.
@Entity
struct State: Hashable {
    let id: Int
    @Attribute(.indexed) var name: String
    var native: String?
    var kind: String?
    @Attribute(.range(0...)) var population: Int?
    @Relationship(.cascade) var country: Ref<Country>
    @Relationship(inverse: \City.state) var cities: ToMany<City>

    static let defaultSort: Sorting<State> = [\.name.ascending]
}
