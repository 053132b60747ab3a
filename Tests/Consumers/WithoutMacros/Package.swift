// swift-tools-version:6.2
import PackageDescription

// A package that depends on Nacre without its macros: nothing of swift-syntax may be there for it.
let package = Package(
    name: "WithoutMacros",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nacre", path: "../../..", traits: [])],
    targets: [
        .executableTarget(
            name: "WithoutMacros", dependencies: [.product(name: "Nacre", package: "nacre")])
    ]
)
