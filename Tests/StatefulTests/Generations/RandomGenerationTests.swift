#if Macros
    import Nacre
    import NacreEngine
    import NacreTestSupport
    import Testing

    /// Chains of random generations of a program: each changes types and names, and writes.
    @Suite struct RandomGenerationTests {
        enum Step: Sendable {
            case save(PlainItem)
            case delete(Int)
            case advance(Program)
            case compact

            private static let plain = Generator<Plain>.oneOf(
                Generator<Int>.integer(in: 0...99).map { .one($0) }, .just(.nothing),
                Generator<[Int]>.array(of: .integer(in: 0...99), count: 0...2).map { .list($0) })

            private static let form = Generator<Form> { choices throws(Rejection) in
                Form(
                    kind: try choices.draw(.anyCase()),
                    width: try choices.draw(.integer(in: 0...Form.widths - 1)))
            }

            private static let save = Generator<Step> { choices throws(Rejection) in
                .save(
                    PlainItem(
                        id: try choices.draw(.integer(in: 0...5)),
                        first: try choices.draw(plain), second: try choices.draw(plain)))
            }

            private static let advance = Generator<Step> { choices throws(Rejection) in
                .advance(
                    Program(
                        first: try choices.draw(form), second: try choices.draw(form),
                        isRenamed: try choices.draw(.bool())))
            }

            static let steps = Generator<[Step]>.array(
                of: .frequency(
                    (6, save), (1, Generator<Int>.integer(in: 0...5).map { .delete($0) }),
                    (8, advance), (1, .just(.compact))), count: 1...40)
        }

        @Test func `the newest program reads objects and commits of all generations`() async {
            await blockingProperty("generations", runs: 30, Step.steps) { steps in
                var chain = try GenerationChain()
                for step in steps { try chain.run(step) }
                try chain.end()
            }
        }
    }
#endif
