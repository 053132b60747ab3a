import Testing

@testable import TrackerServer

@Suite struct SettingsTests {
    @Test func `arguments take precedence over the environment`() throws {
        let settings = try Settings(
            ["--port", "1", "--read-processors", "2"],
            environment: [
                "TRACKER_PORT": "2", "TRACKER_STORE": "/data/a.nacre",
                "TRACKER_READ_MILLISECONDS": "70",
                "TRACKER_KEY": "000102030405060708090a0b0c0d0e0f",
            ])
        #expect(settings.port == 1)
        #expect(settings.store == "/data/a.nacre")
        #expect(settings.limits.duration == .milliseconds(70))
        #expect(settings.limits.processors == 2)
        #expect(settings.key == Array(0..<16))
    }

    @Test(arguments: [
        ["--prot", "1"], ["--port"], ["--port", "x"], ["--port", "-1"], ["8080"],
        ["--threads", "0"],
    ])
    func `an argument that is not valid is refused`(arguments: [String]) {
        #expect(throws: SettingsError.self) { try Settings(arguments, environment: [:]) }
    }

    @Test(arguments: ["", "0001", "zz0102030405060708090a0b0c0d0e0f"])
    func `a key that is not 32 hexadecimal digits is refused`(key: String) {
        #expect(throws: SettingsError.self) { try Settings([], environment: ["TRACKER_KEY": key]) }
    }
}
