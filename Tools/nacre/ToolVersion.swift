internal import NacreFormat

/// The text that `nacre --version` prints.
enum ToolVersion {
    static let text = "0.1.0 (store format \(Format.version))"
}
