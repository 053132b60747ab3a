#if Macros
    public import Foundation
    public import Nacre

    /// An enum by raw value.
    public enum PublicStatus: Int, Storable {
        case planned, active
    }

    /// An embedded struct with another one inside.
    @Embedded
    public struct PublicAddress: Hashable {
        /// The street, under its own name in the store.
        @Attribute(.named("road")) public var street: String
        /// The city, with a default.
        public var city: String = "Oslo"
        /// The place: embedded in an embedded struct, and optional.
        public var place: PublicPlace?

        /// Makes an address; the memberwise initialiser is not public.
        public init(street: String, city: String = "Oslo", place: PublicPlace? = nil) {
            self.street = street
            self.city = city
            self.place = place
        }
    }

    /// A struct of numbers, whose own functions do not throw.
    @Embedded
    public struct PublicPlace: Hashable {
        /// The latitude, in degrees.
        public var latitude: Double
        /// The longitude, in degrees.
        public var longitude: Double

        /// Makes a place; the memberwise initialiser is not public.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    extension Transformer where Value == String, Stored == String {
        /// A custom stage.
        public static var reversed: Self {
            Transformer(
                "reversed", transform: { String($0.reversed()) },
                reverse: { String($0.reversed()) })
        }
    }

    /// A public entity without a property named `id`, and with one property of almost every kind.
    @Entity
    public struct PublicCity: Hashable {
        #Index<PublicCity>([\.country, \.name], [\.townHall.city])

        /// A unique attribute.
        @Attribute(.unique) public var code: String
        /// An indexed attribute.
        @Attribute(.indexed) public var name: String
        /// An attribute with another name in the store.
        @Attribute(.named("country_id")) public var country: String
        /// An attribute with a default, which only this module can set.
        @Attribute(.indexed) public private(set) var population: Int = 0
        /// An attribute whose default determines its type.
        public var rank = -1
        /// An enum.
        public var status: PublicStatus = .active
        /// An optional embedded struct.
        public var townHall: PublicAddress?
        /// A collection of embedded structs.
        public var offices: [PublicAddress] = []
        /// A date.
        public var founded: Date?
        /// An attribute with stages.
        @Attribute(.transformed(by: .json, .lz4)) public var statistics: [String: [Double]] = [:]
        /// An optional attribute with custom stages.
        @Attribute(.transformed(by: Transformer<String, String>.reversed, .utf8))
        public var motto: String?
        /// A reference to another city.
        public var twin: Ref<Self>?
        /// An attribute visible in the package.
        package var budget: Int64 = 0
        /// An attribute visible in this module.
        var remark: String = ""
        /// An attribute visible only in this type.
        private var secret: String = "none"
        /// An observed, and therefore stored, property.
        public var visits: Int = 0 {
            didSet { population += visits > oldValue ? 0 : 1 }
        }
        /// A property that is not stored.
        @Transient public var isSelected = false
        /// A computed property, which is not stored either.
        public var title: String { "\(name) (\(secret))" }

        /// The default order of cities.
        public static let defaultSort: Sorting<PublicCity> = [\.population.descending]

        /// Makes a city; this initialiser replaces the memberwise one.
        public init(code: String, name: String, country: String, population: Int, secret: String) {
            self.code = code
            self.name = name
            self.country = country
            self.population = population
            self.secret = secret
        }
    }
#endif
