// swift-tools-version:6.2
import PackageDescription

// A package that depends on Nacre and its macros, and not on what only the tool needs.
let package = Package(
    name: "WithMacros",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nacre", path: "../../..", traits: ["Macros"])],
    targets: [
        .executableTarget(
            name: "WithMacros", dependencies: [.product(name: "Nacre", package: "nacre")])
    ]
)
