#if Macros
    import NacreTestSupport
    import Synchronization
    import Testing

    /// Random calls of everything that a typed store offers, compared with dictionaries and arrays.
    /// `NACRE_TEST_SCALE=2500 swift test --filter StatefulTests` makes a million of them.
    @Suite(.serialized) struct StatefulTests {
        @Test func `live objects behave like a model while others make changes`() async {
            await blockingProperty("live objects", runs: 15, Step.liveSteps) { steps in
                try Session().run(steps)
            }
        }

        @Test func `a store behaves like a model for any calls`() async {
            let count = Atomic<Int>(0)
            await blockingProperty("the whole surface", runs: 15, Step.steps) { steps in
                _ = count.wrappingAdd(
                    steps.reduce(0) { $0 + $1.count }, ordering: .relaxed)
                try Session().run(steps)
            }
            let done = count.load(ordering: .relaxed)
            let outcomes = Outcomes.all.sorted { $0.key < $1.key }
            print("\(done) operations:", outcomes.map { "\($0) \($1)" }.joined(separator: ", "))
            // With fewer calls, the shares below would mean little.
            guard done > 20_000 else { return }
            for outcome in Outcomes.wanted {
                #expect(Outcomes.all[outcome, default: 0] > done / 20_000, "\(outcome)")
            }
        }
    }
#endif
