/// The versions of the type that wrote a store, each the same number of objects.
struct ReadingHistory {
    let types: [any Reading.Type]
    let count: Int

    /// - Parameters:
    ///   - type: The type that reads the store.
    ///   - isEvolved: Whether older types wrote it.
    init(_ type: any Reading.Type, isEvolved: Bool, count: Int) {
        let versions: [any Reading.Type] = [
            ReadingV1.self, ReadingV2.self, ReadingV3.self, ReadingV4.self, ReadingV5.self,
            ReadingV6.self, ReadingV7.self, ReadingV8.self,
        ]
        // One change means that all objects are older; otherwise an eighth is of each version.
        types = !isEvolved ? [type] : type.extraCount == 1 ? [ReadingV1.self] : versions
        self.count = count
    }

    /// Calls a closure with each type and the ids of its objects.
    func forEach(_ body: (any Reading.Type, Range<Int>) throws -> Void) throws {
        for (place, type) in types.enumerated() {
            let start = 1 + count * place / types.count
            try body(type, start..<1 + count * (place + 1) / types.count)
        }
    }
}

extension Reading {
    static func samples(_ ids: Range<Int>) -> [Self] { ids.map { Self(sample: $0) } }
}
