import Foundation
import Nacre
import NacreTestSupport

/// A word of few different letters, so that random words often contain each other. No word with a
/// "z" can be stored.
struct Syllable: Hashable, Comparable, Sampled {
    var letters: String

    static func < (left: Syllable, right: Syllable) -> Bool { left.letters < right.letters }

    static let samples = Generator<[Character]>.array(
        of: .element(of: ["a", "b", "c"]), count: 0...4
    ).map { Syllable(letters: String($0)) }
}

/// A number that only a stage can store. No negative one can be stored.
struct Degree: Hashable, Sampled {
    var number: Int
    static let samples = Generator<Int>.integer(in: 0...5).map { Degree(number: $0) }
}

extension Transformer where Value == Degree, Stored == Int {
    /// Keeps equality only: the order is reversed.
    static var degree: Self {
        Transformer(
            "degree", transform: { $0.number < 0 ? nil : -$0.number },
            reverse: { $0 > 0 ? nil : Degree(number: -$0) })
    }
}

extension Transformer where Value == Syllable, Stored == String {
    /// Keeps parts of text, but no order: "c" comes before "b".
    static var swapped: Self {
        Transformer(
            "swapped", keepsText: true, transform: { $0.letters.contains("z") ? nil : swap($0) },
            reverse: { Syllable(letters: swap(Syllable(letters: $0))) })
    }

    /// Keeps both order and parts of text.
    static var upper: Self {
        Transformer(
            "upper", keepsOrder: true, keepsText: true,
            transform: { $0.letters.contains("z") ? nil : $0.letters.uppercased() },
            reverse: { Syllable(letters: $0.lowercased()) })
    }

    private static func swap(_ word: Syllable) -> String {
        String(word.letters.map { $0 == "b" ? "c" : $0 == "c" ? "b" : $0 })
    }
}

/// An attribute for each property that stages can keep, indexed and not. Conforms by hand, and
/// declares the fields of attributes with stages.
struct Kept: SampledEntity {
    let id: Int
    var even: Degree, evenIndexed: Degree, maybeEven: Degree?
    var text: Syllable, textIndexed: Syllable, maybeText: Syllable?
    var both: Syllable, bothIndexed: Syllable, maybeBoth: Syllable?
    var json: Opaque, jsonAgain: Opaque
    var degrees: [Degree], degreesIndexed: Set<Degree>
    var words: [Syllable], tempos: Set<Tempo>

    enum Codecs {
        static let even = AttributeCodec(\Kept.even, by: .degree)
        static let maybeEven = AttributeCodec(\Kept.maybeEven, by: .degree)
        static let text = AttributeCodec(\Kept.text, by: .swapped)
        static let maybeText = AttributeCodec(\Kept.maybeText, by: .swapped)
        static let both = AttributeCodec(\Kept.both, by: .upper)
        static let maybeBoth = AttributeCodec(\Kept.maybeBoth, by: .upper)
        static let json = AttributeCodec(\Kept.json, by: .json)
        static let degrees = AttributeCodec(\Kept.degrees, elementsBy: .degree)
        static let degreeSet = AttributeCodec(\Kept.degreesIndexed, elementsBy: .degree)
        static let words = AttributeCodec(\Kept.words, elementsBy: .upper)
        static let tempos = AttributeCodec(\Kept.tempos, elementsBy: .digits)
    }

    static let schema = EntitySchema(
        Kept.init, Attribute("id", \.id), Attribute("even", \.even, codec: Codecs.even),
        Attribute("evenIndexed", \.evenIndexed, codec: Codecs.even, .indexed),
        Attribute("maybeEven", \.maybeEven, codec: Codecs.maybeEven),
        Attribute("text", \.text, codec: Codecs.text),
        Attribute("textIndexed", \.textIndexed, codec: Codecs.text, .indexed),
        Attribute("maybeText", \.maybeText, codec: Codecs.maybeText),
        Attribute("both", \.both, codec: Codecs.both),
        Attribute("bothIndexed", \.bothIndexed, codec: Codecs.both, .indexed),
        Attribute("maybeBoth", \.maybeBoth, codec: Codecs.maybeBoth),
        Attribute("json", \.json, codec: Codecs.json),
        Attribute("jsonAgain", \.jsonAgain, codec: Codecs.json),
        Attribute("degrees", \.degrees, codec: Codecs.degrees),
        Attribute("degreesIndexed", \.degreesIndexed, codec: Codecs.degreeSet, .indexed),
        Attribute("words", \.words, codec: Codecs.words),
        Attribute("tempos", \.tempos, codec: Codecs.tempos))

    static func sample(id: Int, from choices: inout Choices) throws(Rejection) -> Kept {
        Kept(
            id: id, even: try choices.sample(), evenIndexed: try choices.sample(),
            maybeEven: try choices.sample(), text: try choices.sample(),
            textIndexed: try choices.sample(), maybeText: try choices.sample(),
            both: try choices.sample(), bothIndexed: try choices.sample(),
            maybeBoth: try choices.sample(), json: try choices.sample(),
            jsonAgain: try choices.sample(), degrees: try choices.sample(),
            degreesIndexed: try choices.sample(), words: try choices.sample(),
            tempos: try choices.sample())
    }
}

extension KeyPathFields<Kept> {
    var even: TransformedField<Kept, Degree> { TransformedField(self[\.even], Kept.Codecs.even) }
    var evenIndexed: TransformedField<Kept, Degree> {
        TransformedField(self[\.evenIndexed], Kept.Codecs.even)
    }
    var maybeEven: TransformedField<Kept, Degree?> {
        TransformedField(self[\.maybeEven], Kept.Codecs.maybeEven)
    }
    var text: StagedTextField<Kept, Syllable> {
        StagedTextField(self[\.text], text: Kept.Codecs.text)
    }
    var textIndexed: StagedTextField<Kept, Syllable> {
        StagedTextField(self[\.textIndexed], text: Kept.Codecs.text)
    }
    var maybeText: StagedTextField<Kept, Syllable?> {
        StagedTextField(self[\.maybeText], text: Kept.Codecs.maybeText)
    }
    var both: OrderedTextField<Kept, Syllable> {
        OrderedTextField(self[\.both], text: Kept.Codecs.both)
    }
    var bothIndexed: OrderedTextField<Kept, Syllable> {
        OrderedTextField(self[\.bothIndexed], text: Kept.Codecs.both)
    }
    var maybeBoth: OrderedTextField<Kept, Syllable?> {
        OrderedTextField(self[\.maybeBoth], text: Kept.Codecs.maybeBoth)
    }
    var json: TransformedField<Kept, Opaque> { TransformedField(self[\.json], Kept.Codecs.json) }
    var jsonAgain: TransformedField<Kept, Opaque> {
        TransformedField(self[\.jsonAgain], Kept.Codecs.json)
    }
    var degrees: StagedElementsField<Kept, [Degree], Keeps.Equality> {
        StagedElementsField(self[\.degrees], Kept.Codecs.degrees)
    }
    var degreesIndexed: StagedElementsField<Kept, Set<Degree>, Keeps.Equality> {
        StagedElementsField(self[\.degreesIndexed], Kept.Codecs.degreeSet)
    }
    var words: StagedElementsField<Kept, [Syllable], Keeps.OrderAndText> {
        StagedElementsField(self[\.words], text: Kept.Codecs.words)
    }
    var tempos: StagedElementsField<Kept, Set<Tempo>, Keeps.Order> {
        StagedElementsField(self[\.tempos], ordered: Kept.Codecs.tempos)
    }
}
