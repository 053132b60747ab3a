internal import NacreFormat

/// What `nacre --version` says.
enum ToolVersion {
    static let text = "0.1.0 (store format \(Format.version))"
}
