import Nacre
import NacreTestSupport
import Testing

/// Stores that programs of six generations have written, kept as files in Golden: all later
/// programs must read them. Set NACRE_WRITE_GOLDEN to write them again, and review the differences.
@Suite struct GoldenStoreTests {
    /// Makes a store in which each generation up to one has written.
    private static func written(through generation: Int) throws -> GenerationStore {
        let store = GenerationStore()
        for number in 1...generation { try store.write(as: number) }
        return store
    }

    private static func golden(_ generation: Int) throws -> GenerationStore {
        GenerationStore(files: try GoldenFolder("generation\(generation)").files())
    }

    @Test(.enabled(if: GoldenFolder.isWriting))
    func `write the golden stores`() throws {
        for generation in 1...6 {
            try GoldenFolder("generation\(generation)")
                .write(Self.written(through: generation).files)
        }
    }

    @Test(arguments: 1...6)
    func `V43 the newest program reads the stores of each generation`(_ generation: Int) throws {
        try Self.golden(generation).check(through: generation)
    }

    @Test(arguments: 1...6)
    func `R8 programs of all later generations open the store in turn`(_ generation: Int) throws {
        let store = try Self.golden(generation)
        for later in generation...6 { try store.open(as: later).close() }
        try store.check(through: generation)
    }

    @Test func `R8 a program of any later generation opens a store of any generation`() throws {
        for generation in 1...6 {
            for later in generation...6 {
                let store = try Self.golden(generation)
                try store.open(as: later).close()
                try store.check(through: generation)
            }
        }
    }

    @Test func `a program of an earlier generation is refused as too old`() throws {
        for later in 2...6 {
            for earlier in 1..<later {
                let store = try Self.golden(later)
                let error = storeError { try store.open(as: earlier).close() }
                #expect(error?.code == .schemaMismatch, "\(earlier) of \(later)")
            }
        }
    }

    @Test func `stores that are written now have the content of the golden ones`() throws {
        for generation in 1...6 {
            try Self.written(through: generation).check(through: generation)
        }
    }
}
