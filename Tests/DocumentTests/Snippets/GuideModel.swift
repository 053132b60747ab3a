import Foundation
import Nacre

// snippet: model
enum Genre: String, Storable { case novel, poetry, history }

@Embedded
struct Shelf: Equatable {
    var room: String
    var number: Int
}

@Entity
struct Author: Equatable {
    let id: String
    var name: String
    var born: Date?
}

@Entity
struct Book: Equatable {
    @Attribute(.unique) var isbn: String
    @Attribute(.indexed) var title: String
    var author: Ref<Author>
    var genre: Genre
    var pages: Int
    var shelf: Shelf?
    var keywords: [String] = []

    static let defaultSort: Sorting<Book> = [\.title.ascending]
}
// end snippet

// snippet: view
@Entity
struct BookTitle: EntityView {
    typealias Whole = Book
    let id: ObjectID<Book>
    var title: String
    var pages: Int
}
// end snippet

// snippet: club
@Entity
struct Club {
    @Attribute(.indexed) var host: Ref<Author>?
    var reads: Set<Ref<Book>> = []
}
// end snippet

// snippet: column
@Entity
struct Reading {
    let id: Int
    @Attribute(.columnar) var station: String
    @Attribute(.columnar) var time: Date
    @Attribute(.columnar) var degrees: Double
}
// end snippet

// snippet: storable
enum Status: Int, Storable { case planned, active, abandoned }

struct Opening: Codable, Hashable, Storable {
    var weekday: Int
    var hours: [Int]
}

struct Money: Hashable, Comparable, Storable {
    var cents: Int
    static let transformer = Transformer<Money, Int>(
        "cents", transform: { $0.cents }, reverse: { Money(cents: $0) })
    static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
}
// end snippet

// snippet: stages
@Entity
struct Measurement {
    @Attribute(.transformed(by: .isoDate)) var taken: Date
    @Attribute(.transformed(by: .json, .lz4)) var samples: [String: [Double]] = [:]
    @Attribute(.transformed(by: .uuidString)) var device: UUID?
}
// end snippet

// snippet: ordered-stages
struct Edition: Comparable, Sendable {
    var major: Int32
    var minor: UInt32
    static func < (left: Edition, right: Edition) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

extension Transformer where Value == Edition, Stored == Int {
    static var number: Self {
        Transformer(
            "edition", keepsOrder: true, transform: { Int($0.major) << 32 | Int($0.minor) },
            reverse: { Edition(major: Int32($0 >> 32), minor: UInt32(truncatingIfNeeded: $0)) })
    }
}

@Entity
struct Atlas {
    @Attribute(.indexed, .transformed(by: Transformer<Edition, Int>.number, keepsOrder: true))
    var edition: Edition
    @Attribute(.transformed(by: .uuidString)) var print: UUID?
}
// end snippet

// snippet: closure-stages
struct Slug: Hashable, Sendable {
    var text: String
    init?(_ text: String) {
        guard text.allSatisfy({ $0.isLowercase || $0 == "-" }) else { return nil }
        self.text = text
    }
}

@Entity
struct Article {
    @Attribute(
        .unique,
        .transformed(
            "slug", by: \Slug.text, reverse: { (text: String) in Slug(text) }, keepsText: true))
    var slug: Slug
    @Attribute(.indexed, .transformed(elementsBy: .uuidString)) var readers: Set<UUID> = []
    var preview: Preview?
}

@Embedded
struct Preview {
    @Attribute(.transformed(by: .json, .lz4)) var outline: [String]
    @Attribute(.transformed(by: .uuidString)) var image: UUID
}
// end snippet

// snippet: key-stage
/// The keys of a store, each with a number. New values get the current one.
struct Keys: Sendable {
    var current: UInt8
    var ciphers: [UInt8: any Cipher]

    func seal(_ text: String) throws -> Data {
        Data([current]) + (try cipher(current).seal(Data(text.utf8)))
    }

    func open(_ stored: Data) throws -> String {
        let plain = try cipher(stored.first ?? 0).open(stored.dropFirst())
        return String(decoding: plain, as: UTF8.self)
    }

    private func cipher(_ number: UInt8) throws -> any Cipher {
        guard let cipher = ciphers[number] else { throw UnknownKey(number: number) }
        return cipher
    }
}

extension Transformer where Value == String, Stored == Data {
    static var sealed: Self {
        Transformer(
            "sealed", taking: Keys.self, keepsEquality: false,
            transform: { text, keys in try keys.seal(text) },
            reverse: { stored, keys in try keys.open(stored) })
    }
}

@Entity
struct Patient {
    let id: Int
    @Attribute(.transformed(by: Transformer<String, Data>.sealed, keepsEquality: false))
    var diagnosis: String
}
// end snippet

/// A cipher, as the guide's text shows it for swift-crypto.
protocol Cipher: Sendable {
    func seal(_ plain: Data) throws -> Data
    func open(_ sealed: Data) throws -> Data
}

struct UnknownKey: Error {
    let number: UInt8
}

// snippet: evolution
@Entity
struct Member {
    let id: String
    var name: String
    // Added later: members that are in the store already have it.
    var loans: Int = 0
    var email: String?
}
// end snippet

/// An entity with each of the types above.
@Entity
struct Sale {
    var status: Status
    var opening: Opening
    var price: Money
}

// snippet: relationships
@Entity
struct Band {
    let name: String
    let id: Int
    @Relationship(inverse: \Album.band) var albums: ToMany<Album>
    @Relationship(inverse: \Musician.bands) var members: ToMany<Musician>
}

@Entity
struct Album {
    let id: Int
    var title: String
    @Relationship(.cascade) @Attribute(.indexed) var band: Ref<Band>
    @Relationship(.nullify) var producer: Ref<Musician>?
}

@Entity
struct Musician {
    let id: String
    @Relationship(.nullify) var bands: [Ref<Band>] = []
    @Relationship(.deny) var teacher: Ref<Musician>?
    @Relationship(inverse: \Musician.teacher) var pupils: ToMany<Musician>
}
// end snippet

// snippet: rules
@Entity
struct Ticket {
    @Attribute(.length(1...40)) var holder: String
    @Attribute(.range(0...)) var price: Int
    @Attribute(.matching("^[A-Z]{2}[0-9]+$")) var seat: String?
    var validFrom: Date
    var validTo: Date

    static let rules = [Rule<Ticket>("it ends after it begins") { $0.validFrom < $0.validTo }]
}
// end snippet
