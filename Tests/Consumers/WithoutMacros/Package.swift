// swift-tools-version:6.2
import PackageDescription

// A package that depends on Nacre without its macros: it must not need any part of swift-syntax.
let package = Package(
    name: "WithoutMacros",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nacre", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "WithoutMacros", dependencies: [.product(name: "Nacre", package: "nacre")])
    ]
)
