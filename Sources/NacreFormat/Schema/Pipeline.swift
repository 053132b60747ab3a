/// The stages that transform an attribute's values to the stored type, by name and in order. The
/// format only keeps the names. The typed layer knows the effects of the stages.
package enum Pipeline {
    /// Returns whether a list of stages can be stored. An empty list can: it is no pipeline.
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

    /// The prefix of stages that apply to the keys of a dictionary.
    package static let keyPrefix = "key."

    /// The prefix of custom stages that do not store equal values equally, for example by
    /// encryption.
    package static let opaquePrefix = "opaque."

    /// The built-in stages of this kind. Their bytes differ between versions of a library, or
    /// between spellings of a letter.
    private static let opaqueStages = ["lz4", "lz4@2", "propertyList", "utf8"]

    /// A stage whose text keeps equality, but not its bytes, which a further stage would get.
    private static let textStage = "json"

    /// Returns whether equal values are stored equally. If not, filters compare stored values only
    /// with nil.
    package static func keepsEquality(_ stages: [String]) -> Bool {
        !stages.contains { $0.hasPrefix(opaquePrefix) || opaqueStages.contains($0) }
            && !stages.dropLast().contains(textStage)
    }

    /// Returns whether a custom stage may store one value differently each time, as encryption
    /// does. Built-in stages never do within one version of their library.
    package static func mayVary(_ stages: [String]) -> Bool {
        stages.contains { $0.hasPrefix(opaquePrefix) }
    }

    /// The prefix of custom stages that store values in their order.
    package static let orderedPrefix = "ordered."

    /// The built-in stages of this kind. ISO 8601 is not among them: ".5Z" sorts before "Z".
    private static let orderedStages = ["uuidString"]

    /// Returns whether the order of values is kept, and therefore equality as well.
    package static func keepsOrder(_ stages: [String]) -> Bool {
        stages.allSatisfy { $0.hasPrefix(orderedPrefix) || orderedStages.contains($0) }
    }

    /// The prefix of custom stages that store a part of a value as the same part of their text. It
    /// follows `orderedPrefix` if a stage has both.
    package static let textPrefix = "text."

    /// Returns whether each part of a value is stored as the same part of the stored text.
    package static func keepsText(_ stages: [String]) -> Bool {
        stages.allSatisfy { stage in
            let isOrdered = stage.hasPrefix(orderedPrefix)
            return stage.dropFirst(isOrdered ? orderedPrefix.count : 0).hasPrefix(textPrefix)
        }
    }

    /// Returns whether the last stage marks the attribute as computed from others.
    package static func isDerived(_ stages: [String]) -> Bool {
        guard let stage = stages.last, stage.hasPrefix(Format.derivedStagePrefix) else {
            return false
        }
        return Int(stage.dropFirst(Format.derivedStagePrefix.count)) != nil
    }

    /// The name of a stage without a name of its own. Programs could store it once; now each stage
    /// of an attribute has a name of its own.
    package static let unnamedStage = "custom"

    /// Returns whether a stage has no name of its own, whatever its prefix.
    package static func isUnnamed(_ stage: String) -> Bool {
        stage.dropFirst(promise(of: stage).count) == unnamedStage
    }

    /// The beginnings of names that the store writes itself.
    package static let reservedPrefixes = [
        keyPrefix, opaquePrefix, orderedPrefix, textPrefix, Format.derivedStagePrefix,
    ]

    /// Marks the name of a stage that begins like one that the store writes itself. No stored name
    /// has it.
    private static let reservedMark = ":"

    /// Returns the name of a program's own stage as the store keeps it.
    package static func stage(
        _ name: String, keepsEquality: Bool, keepsOrder: Bool, keepsText: Bool
    ) -> String {
        let kept = (keepsOrder ? orderedPrefix : "") + (keepsText ? textPrefix : "")
        let prefix = keepsEquality ? kept : opaquePrefix
        let isReserved = reservedPrefixes.contains { name.hasPrefix($0) }
        return prefix + name + (isReserved ? reservedMark : "")
    }

    /// Returns whether the name of a stage begins like one that the store writes itself.
    package static func isReserved(_ stage: String) -> Bool { stage.hasSuffix(reservedMark) }

    /// Returns whether these are the stages of a former list, except that some unnamed ones now
    /// have a name. Their prefixes are equal.
    package static func continues(_ former: [String], as stages: [String]) -> Bool {
        former == stages
            || former.count == stages.count
                && zip(former, stages).allSatisfy { old, new in
                    old == new || isUnnamed(old) && promise(of: old) == promise(of: new)
                }
    }

    /// Returns the prefix of a stage's name: it says where the stage applies and which properties
    /// it keeps.
    private static func promise(of stage: String) -> Substring {
        var rest = stage[...]
        for prefix in [keyPrefix, opaquePrefix, orderedPrefix, textPrefix]
        where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        return stage.prefix(upTo: rest.startIndex)
    }

    /// Returns the text of the stages in a layout.
    package static func text(_ stages: [String]) -> String {
        stages.isEmpty ? "" : stages.joined(separator: ",")
    }

    /// Parses the text of a layout; nil if it is invalid.
    package static func stages(in text: String) -> [String]? {
        if text.isEmpty { return [] }
        let stages = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        return isSound(stages) ? stages : nil
    }
}
