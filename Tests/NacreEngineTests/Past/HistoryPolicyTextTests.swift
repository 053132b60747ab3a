import NacreTestSupport
import Testing

@testable import NacreEngine

@Suite struct HistoryPolicyTextTests {
    @Test func `a policy is read from its description`() {
        let policies: [HistoryPolicy] = [
            .none, .forever, .days(30), .days(0.5), .commits(1), .bytes(.max),
            .days(7).atMost(commits: 12).atMost(bytes: 1 << 30),
        ]
        for policy in policies { #expect(HistoryPolicy("\(policy)") == policy) }
        #expect(HistoryPolicy("1 day, 5 bytes") == .days(1).atMost(bytes: 5))
    }

    @Test(arguments: [
        "", "always", "30", "days 30", "-1 days", "nan days", "1.5 commits", "3 weeks",
        "1 day, 2 days", "1 day,", "forever, 1 day", "at most", "18446744073709551616 bytes",
    ])
    func `a text that is no policy is refused`(text: String) {
        #expect(HistoryPolicy(text) == nil)
    }
}
