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
        /// With its street's own name in the store.
        @Attribute(.named("road")) public var street: String
        /// With a default.
        public var city: String = "Oslo"
        /// Embedded in what is embedded, and not always there.
        public var place: PublicPlace?

        /// The memberwise one is not public.
        public init(street: String, city: String = "Oslo", place: PublicPlace? = nil) {
            self.street = street
            self.city = city
            self.place = place
        }
    }

    /// Numbers, whose own functions do not throw.
    @Embedded
    public struct PublicPlace: Hashable {
        /// In degrees.
        public var latitude: Double
        /// In degrees.
        public var longitude: Double

        /// The memberwise one is not public.
        public init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    extension Transformer where Value == String, Stored == String {
        /// A stage of the user's own.
        public static var reversed: Self {
            Transformer(
                "reversed", transform: { String($0.reversed()) },
                reverse: { String($0.reversed()) })
        }
    }

    /// Public, without an id of its own, and with one property of almost every kind.
    @Entity
    public struct PublicCity: Hashable {
        #Index<PublicCity>([\.country, \.name], [\.townHall.city])

        /// Unique.
        @Attribute(.unique) public var code: String
        /// Indexed.
        @Attribute(.indexed) public var name: String
        /// Has another name in the store.
        @Attribute(.named("country_id")) public var country: String
        /// Has a default and can be set by this module only.
        @Attribute(.indexed) public private(set) var population: Int = 0
        /// Has a default that tells its type.
        public var rank = -1
        /// An enum.
        public var status: PublicStatus = .active
        /// Optional and embedded.
        public var townHall: PublicAddress?
        /// A collection of embedded structs.
        public var offices: [PublicAddress] = []
        /// A date.
        public var founded: Date?
        /// With stages.
        @Attribute(.transformed(by: .json, .lz4)) public var statistics: [String: [Double]] = [:]
        /// With stages of the user's own, and optional.
        @Attribute(.transformed(by: Transformer<String, String>.reversed, .utf8))
        public var motto: String?
        /// Refers to another one.
        public var twin: Ref<Self>?
        /// Seen by the package.
        package var budget: Int64 = 0
        /// Seen by this module.
        var remark: String = ""
        /// Seen by nobody.
        private var secret: String = "none"
        /// Watched, and hence stored.
        public var visits: Int = 0 {
            didSet { population += visits > oldValue ? 0 : 1 }
        }
        /// Not stored.
        @Transient public var isSelected = false
        /// Not stored either.
        public var title: String { "\(name) (\(secret))" }

        /// In which order they come.
        public static let defaultSort: Sorting<PublicCity> = [\.population.descending]

        /// An initialiser of the user's own takes the place of the memberwise one.
        public init(code: String, name: String, country: String, population: Int, secret: String) {
            self.code = code
            self.name = name
            self.country = country
            self.population = population
            self.secret = secret
        }
    }
#endif
