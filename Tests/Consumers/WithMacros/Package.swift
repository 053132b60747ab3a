// swift-tools-version:6.2
import PackageDescription

// A package that depends on Nacre and its macros.
let package = Package(
    name: "WithMacros",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "nacre", path: "../../..")],
    targets: [
        .executableTarget(
            name: "WithMacros", dependencies: [.product(name: "Nacre", package: "nacre")])
    ]
)
