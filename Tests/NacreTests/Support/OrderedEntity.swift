import Foundation
import Nacre
import NacreTestSupport

/// A value that has an order, and cannot be stored without a stage.
struct Tempo: Hashable, Comparable, Sampled {
    var beats: Int32

    static func < (left: Tempo, right: Tempo) -> Bool { left.beats < right.beats }

    static let samples = Int32.samples.map { Tempo(beats: $0) }
}

extension Transformer where Value == Tempo, Stored == String {
    /// Converts to texts of equal length, longer than the part that an index keeps, in the order of
    /// the values.
    static var digits: Self {
        Transformer(
            "digits", keepsOrder: true, transform: { String(zero + Int($0.beats)) },
            reverse: { text in
                guard let beats = Int(text) else { throw CocoaError(.coderInvalidValue) }
                return Tempo(beats: Int32(beats - zero))
            })
    }

    /// An offset so large that no value changes the number of digits.
    private static var zero: Int { 20_000_000_000 }
}

/// Attributes with stages that keep order, indexed and not, with the fields that `@Entity` would
/// write.
struct Dance: SampledEntity {
    let id: Int
    var token: UUID, maybeToken: UUID?
    var key: UUID, maybeKey: UUID?
    var tempo: Tempo, maybeTempo: Tempo?
    var pace: Tempo, maybePace: Tempo?

    enum Codecs {
        static let token = AttributeCodec(\Dance.token, by: .uuidString)
        static let maybeToken = AttributeCodec(\Dance.maybeToken, by: .uuidString)
        static let key = AttributeCodec(\Dance.key, by: .uuidString)
        static let maybeKey = AttributeCodec(\Dance.maybeKey, by: .uuidString)
        static let tempo = AttributeCodec(\Dance.tempo, by: .digits)
        static let maybeTempo = AttributeCodec(\Dance.maybeTempo, by: .digits)
        static let pace = AttributeCodec(\Dance.pace, by: .digits)
        static let maybePace = AttributeCodec(\Dance.maybePace, by: .digits)
    }

    static let schema = EntitySchema(
        Dance.init, Attribute("id", \.id),
        Attribute("token", \.token, codec: Codecs.token, .indexed),
        Attribute("maybeToken", \.maybeToken, codec: Codecs.maybeToken, .indexed),
        Attribute("key", \.key, codec: Codecs.key),
        Attribute("maybeKey", \.maybeKey, codec: Codecs.maybeKey),
        Attribute("tempo", \.tempo, codec: Codecs.tempo, .indexed),
        Attribute("maybeTempo", \.maybeTempo, codec: Codecs.maybeTempo, .indexed),
        Attribute("pace", \.pace, codec: Codecs.pace),
        Attribute("maybePace", \.maybePace, codec: Codecs.maybePace))

    struct Fields: FieldSet {
        typealias FieldsOwner = Dance
        private let path: FieldPath
        init(_ path: FieldPath) { self.path = path }
        var id: Field<Dance, Int> { Field(path.appending("id")) }
        var token: OrderedField<Dance, UUID> {
            OrderedField(path.appending("token"), ordered: Codecs.token)
        }
        var maybeToken: OrderedField<Dance, UUID?> {
            OrderedField(path.appending("maybeToken"), ordered: Codecs.maybeToken)
        }
        var key: OrderedField<Dance, UUID> {
            OrderedField(path.appending("key"), ordered: Codecs.key)
        }
        var maybeKey: OrderedField<Dance, UUID?> {
            OrderedField(path.appending("maybeKey"), ordered: Codecs.maybeKey)
        }
        var tempo: OrderedField<Dance, Tempo> {
            OrderedField(path.appending("tempo"), ordered: Codecs.tempo)
        }
        var maybeTempo: OrderedField<Dance, Tempo?> {
            OrderedField(path.appending("maybeTempo"), ordered: Codecs.maybeTempo)
        }
        var pace: OrderedField<Dance, Tempo> {
            OrderedField(path.appending("pace"), ordered: Codecs.pace)
        }
        var maybePace: OrderedField<Dance, Tempo?> {
            OrderedField(path.appending("maybePace"), ordered: Codecs.maybePace)
        }
    }

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Dance {
        Dance(
            id: id, token: try choices.sample(), maybeToken: try choices.sample(),
            key: try choices.sample(), maybeKey: try choices.sample(),
            tempo: try choices.sample(), maybeTempo: try choices.sample(),
            pace: try choices.sample(), maybePace: try choices.sample())
    }
}
