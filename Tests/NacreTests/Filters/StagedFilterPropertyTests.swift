import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Each operation that stages keep finds the same objects as Swift's operators.
extension FilterPropertyTests {
    @Test func `stages that keep equality have its filters`() {
        typealias K = Kept
        let fields = K.Fields(FieldPath())
        check([
            K.stagedEquality(fields.even) { $0.even },
            K.stagedEquality(fields.evenIndexed) { $0.evenIndexed },
            K.stagedEquality(fields.maybeEven) { $0.maybeEven },
            K.stagedEquality(fields.text) { $0.text },
            K.stagedEquality(fields.textIndexed) { $0.textIndexed },
            K.stagedEquality(fields.maybeBoth) { $0.maybeBoth },
            K.stagedPair(fields.even, { $0.even }, fields.evenIndexed, { $0.evenIndexed }),
            K.stagedPair(fields.text, { $0.text }, fields.textIndexed, { $0.textIndexed }),
            K.stagedPair(fields.json, { $0.json }, fields.jsonAgain, { $0.jsonAgain }),
            .element(of: [
                Expectation(filter: fields.maybeEven == nil) { $0.maybeEven == nil },
                Expectation(filter: fields.even == fields.maybeEven) { $0.even == $0.maybeEven },
                Expectation(filter: fields.maybeEven != fields.even) { $0.even != $0.maybeEven },
            ]),
        ])
    }

    @Test func `stages that keep order and parts of text have their filters`() {
        typealias K = Kept
        let fields = K.Fields(FieldPath())
        check([
            K.stagedOrder(fields.both) { $0.both },
            K.stagedOrder(fields.bothIndexed) { $0.bothIndexed },
            K.stagedOrder(fields.maybeBoth) { $0.maybeBoth },
            K.stagedText(fields.text) { $0.text },
            K.stagedText(fields.textIndexed) { $0.textIndexed },
            K.stagedText(fields.maybeText) { $0.maybeText },
            K.stagedText(fields.both) { $0.both },
            K.stagedText(fields.bothIndexed) { $0.bothIndexed },
            K.stagedText(fields.maybeBoth) { $0.maybeBoth },
            .element(of: [
                Expectation(filter: fields.both < fields.bothIndexed) { $0.both < $0.bothIndexed },
                Expectation(filter: fields.both >= fields.bothIndexed) {
                    $0.both >= $0.bothIndexed
                },
            ]),
        ])
    }

    @Test func `elements with stages have the filters of collections`() {
        typealias K = Kept
        let fields = K.Fields(FieldPath())
        check([
            K.stagedElements(fields.degrees) { $0.degrees },
            K.stagedElements(fields.degreesIndexed) { $0.degreesIndexed },
            K.stagedElements(fields.words) { $0.words },
            K.stagedElements(fields.tempos) { $0.tempos },
            Generator { choices throws(Rejection) in
                let (part, tempo): (Syllable, Tempo) = (try choices.sample(), try choices.sample())
                return switch try choices.draw(upTo: 2) {
                case 0:
                    Expectation(filter: fields.words.contains { $0.hasPrefix(part) }) {
                        $0.words.contains { $0.letters.hasPrefix(part.letters) }
                    }
                case 1:
                    Expectation(filter: fields.words.allSatisfy { $0 < part }) {
                        $0.words.allSatisfy { $0 < part }
                    }
                default:
                    Expectation(filter: fields.tempos.contains { $0 >= tempo }) {
                        $0.tempos.contains { $0 >= tempo }
                    }
                }
            },
        ])
    }

    @Test func `a value that the stages refuse equals none, and no text can be tested with it`()
        throws
    {
        let fields = Kept.Fields(FieldPath())
        let objects = try Generator { choices throws(Rejection) in
            var objects: [Kept] = []
            for id in 0..<5 { objects.append(try Kept.sample(id: id, from: &choices)) }
            return Shown(objects)
        }.value(seed: 1).value
        let store = try Store.inMemory(Kept.self)
        try store.performChanges { try $0.insert(contentsOf: objects) }
        let (refused, bad) = (Degree(number: -1), Syllable(letters: "z"))
        for filter in [
            fields.even == refused, fields.evenIndexed.isIn([refused]),
            fields.degrees.contains(refused), fields.degrees == [refused], fields.both == bad,
        ] { #expect(try store.count(Kept.where(filter)) == 0) }
        for filter in [fields.even != refused, !fields.text.isIn([bad])] {
            #expect(try store.count(Kept.where(filter)) == 5)
        }
        for filter in [
            fields.text.hasPrefix(bad), !fields.text.contains(bad), fields.both < bad,
            fields.words.contains { $0.hasSuffix(bad) },
        ] {
            let error = storeError { try store.fetch(Kept.where(filter)) }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains("the stage '") == true)
        }
    }
}
