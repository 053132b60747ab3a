import Foundation
import Nacre
import NacreTestSupport

/// A value that only stages can store.
struct Opaque: Codable, Hashable, Sampled {
    var text: String
    var numbers: [Int]

    static let samples = Generator<Opaque> { choices throws(Rejection) in
        Opaque(text: try choices.sample(), numbers: try choices.sample())
    }
}

extension Transformer where Value == String, Stored == String {
    /// A custom stage.
    static var reversed: Self {
        Transformer(
            "reversed@2",
            transform: { String(String.UnicodeScalarView($0.unicodeScalars.reversed())) },
            reverse: { String(String.UnicodeScalarView($0.unicodeScalars.reversed())) })
    }
}

/// Attributes with stages, with the fields that `@Entity` would write.
struct Staged: SampledEntity {
    let id: Int
    var opaque: Opaque
    var packed: [String: [Int]]
    var day: Date
    var token: UUID
    var text: String
    var mirror: String
    var scores: [Double]
    var maybeOpaque: Opaque?
    var maybePacked: Opening?
    var maybeDay: Date?
    var maybeText: String?

    enum Codecs {
        static let opaque = AttributeCodec(\Staged.opaque, by: .json)
        static let packed = AttributeCodec(\Staged.packed, by: .json, .lz4)
        static let day = AttributeCodec(\Staged.day, by: .isoDate)
        static let token = AttributeCodec(\Staged.token, by: .uuidString)
        static let text = AttributeCodec(\Staged.text, by: .reversed, .utf8, .lz4)
        static let mirror = AttributeCodec(\Staged.mirror, by: .reversed)
        static let scores = AttributeCodec(
            \Staged.scores,
            by: Transformer<[Double], [Double]>(
                "negated", transform: { $0.map { -$0 } }, reverse: { $0.map { -$0 } }))
        static let maybeOpaque = AttributeCodec(\Staged.maybeOpaque, by: .json)
        static let maybePacked = AttributeCodec(\Staged.maybePacked, by: .json, .lz4)
        static let maybeDay = AttributeCodec(\Staged.maybeDay, by: .isoDate)
        static let maybeText = AttributeCodec(\Staged.maybeText, by: .utf8, .lz4)
    }

    static let schema = EntitySchema(
        Staged.init, Attribute("id", \.id), Attribute("opaque", \.opaque, codec: Codecs.opaque),
        Attribute("packed", \.packed, codec: Codecs.packed),
        Attribute("day", \.day, codec: Codecs.day),
        Attribute("token", \.token, codec: Codecs.token),
        Attribute("text", \.text, codec: Codecs.text),
        Attribute("mirror", \.mirror, codec: Codecs.mirror),
        Attribute("scores", \.scores, codec: Codecs.scores),
        Attribute("maybeOpaque", \.maybeOpaque, codec: Codecs.maybeOpaque),
        Attribute("maybePacked", \.maybePacked, codec: Codecs.maybePacked),
        Attribute("maybeDay", \.maybeDay, codec: Codecs.maybeDay),
        Attribute("maybeText", \.maybeText, codec: Codecs.maybeText))

    struct Fields: FieldSet {
        typealias FieldsOwner = Staged
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var id: Field<Staged, Int> { Field(path.appending("id")) }
        var opaque: TransformedField<Staged, Opaque> {
            TransformedField(path.appending("opaque"), Codecs.opaque)
        }
        var packed: OpaqueField<Staged, [String: [Int]]> {
            OpaqueField(path.appending("packed"), Codecs.packed)
        }
        var day: TransformedField<Staged, Date> {
            TransformedField(path.appending("day"), Codecs.day)
        }
        var token: TransformedField<Staged, UUID> {
            TransformedField(path.appending("token"), Codecs.token)
        }
        var text: OpaqueField<Staged, String> {
            OpaqueField(path.appending("text"), Codecs.text)
        }
        var mirror: TransformedField<Staged, String> {
            TransformedField(path.appending("mirror"), Codecs.mirror)
        }
        var scores: TransformedField<Staged, [Double]> {
            TransformedField(path.appending("scores"), Codecs.scores)
        }
        var maybeOpaque: TransformedField<Staged, Opaque?> {
            TransformedField(path.appending("maybeOpaque"), Codecs.maybeOpaque)
        }
        var maybePacked: OpaqueField<Staged, Opening?> {
            OpaqueField(path.appending("maybePacked"), Codecs.maybePacked)
        }
        var maybeDay: TransformedField<Staged, Date?> {
            TransformedField(path.appending("maybeDay"), Codecs.maybeDay)
        }
        var maybeText: OpaqueField<Staged, String?> {
            OpaqueField(path.appending("maybeText"), Codecs.maybeText)
        }
    }

    /// Dates that have a text.
    static let days = Generator<Double>.integer(of: Int32.self).map {
        Date(timeIntervalSinceReferenceDate: $0)
    }

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Staged {
        Staged(
            id: id, opaque: try choices.sample(), packed: try choices.sample(),
            day: try choices.draw(days), token: try choices.sample(),
            text: try choices.sample(), mirror: try choices.sample(),
            scores: try choices.sample(), maybeOpaque: try choices.sample(),
            maybePacked: try choices.sample(), maybeDay: try choices.draw(.optional(days)),
            maybeText: try choices.sample())
    }
}
