/// The stages that an attribute's values go through on their way to the stored type, by name and
/// in order. The format only keeps the names: what they do is known where values get their Swift
/// types.
package enum Pipeline {
    /// Whether a list of stages can be stored. An empty one can: it is no pipeline.
    package static func isSound(_ stages: [String]) -> Bool {
        stages.count <= Format.stagesMax && stages.allSatisfy(isSound)
    }

    private static func isSound(_ stage: String) -> Bool {
        (1...Format.stageNameSizeMax).contains(stage.utf8.count)
            && stage.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                    UInt8(ascii: "@"):
                    true
                default: false
                }
            }
    }

    /// Begins the names of stages of a program that do not store equal values equally: those that
    /// encrypt, for example.
    package static let opaquePrefix = "opaque."

    /// Built-in ones of that kind: their bytes differ from one version of a library to another, or
    /// where a letter is spelled differently.
    private static let opaqueStages = ["lz4", "lz4@2", "propertyList", "utf8"]

    /// Its text keeps equality; its bytes, which further stages get, do not.
    private static let textStage = "json"

    /// Whether equal values become equal ones. Where they do not, no filter compares what is stored
    /// with anything but nil.
    package static func keepsEquality(_ stages: [String]) -> Bool {
        !stages.contains { $0.hasPrefix(opaquePrefix) || opaqueStages.contains($0) }
            && !stages.dropLast().contains(textStage)
    }

    /// Whether a stage of a program may store one value differently each time, as encryption does.
    /// Built-in stages never do within one version of their library.
    package static func mayVary(_ stages: [String]) -> Bool {
        stages.contains { $0.hasPrefix(opaquePrefix) }
    }

    /// Begins the names of stages of a program that store values in their order.
    package static let orderedPrefix = "ordered."

    /// Built-in ones of that kind. ISO 8601 is none of them: ".5Z" comes before "Z".
    private static let orderedStages = ["uuidString"]

    /// Whether a lesser value becomes a lesser one, so that equality is kept, too.
    package static func keepsOrder(_ stages: [String]) -> Bool {
        stages.allSatisfy { $0.hasPrefix(orderedPrefix) || orderedStages.contains($0) }
    }

    /// Whether the last stage says that the attribute is computed from the others.
    static func isDerived(_ stages: [String]) -> Bool {
        guard let stage = stages.last, stage.hasPrefix(Format.derivedStagePrefix) else {
            return false
        }
        return Int(stage.dropFirst(Format.derivedStagePrefix.count)) != nil
    }

    /// The name of a stage that was given none. Programs could store it once; now each stage of an
    /// attribute has a name of its own.
    package static let unnamedStage = "custom"

    /// Whether a stage was given no name, whatever it promises.
    package static func isUnnamed(_ stage: String) -> Bool {
        stage.dropFirst(promise(of: stage).count) == unnamedStage
    }

    /// Whether these are the stages of a former list, except that some which had no name then have
    /// one now. They promise the same.
    package static func continues(_ former: [String], as stages: [String]) -> Bool {
        former == stages
            || former.count == stages.count
                && zip(former, stages).allSatisfy { old, new in
                    old == new || isUnnamed(old) && promise(of: old) == promise(of: new)
                }
    }

    /// The part of a stage's name that says what it is applied to and what it keeps.
    private static func promise(of stage: String) -> Substring {
        var rest = stage[...]
        for prefix in ["key.", opaquePrefix, orderedPrefix] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        return stage.prefix(upTo: rest.startIndex)
    }

    /// As it stands in a layout.
    package static func text(_ stages: [String]) -> String {
        stages.isEmpty ? "" : stages.joined(separator: ",")
    }

    /// Nil if the text is none.
    package static func stages(in text: String) -> [String]? {
        if text.isEmpty { return [] }
        let stages = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return isSound(stages) ? stages : nil
    }
}
