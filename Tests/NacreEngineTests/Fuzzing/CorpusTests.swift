import NacreTestSupport
import Testing

/// Feeds the fuzz targets with their seeds and with every input that fuzzing has found to matter. A
/// trap ends the test process; then NACRE_TEST_TRACE=1 names the input.
@Suite struct CorpusTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `no input that was once found causes a fault again`(name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        #expect(try target.replay() > 0)
    }
}
