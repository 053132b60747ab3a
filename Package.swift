// swift-tools-version:6.2
import CompilerPluginSupport
import PackageDescription

/// The settings of all our Swift targets. Warnings are errors here and silent in packages that
/// depend on us: none of these is an unsafe flag.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// The settings of Tools/test, which builds the library with optimization, including the engine's
/// checks: this more than halves the time of the tests. Never set if this package is a dependency,
/// which may not have such flags.
let optimized: [SwiftSetting] =
    Context.environment["NACRE_OPTIMIZED"] == nil ? [] : [.unsafeFlags(["-O"])]

/// The condition of dependencies on swift-syntax.
let macros = TargetDependencyCondition.when(traits: ["Macros"])

/// The versions of swift-syntax. Macros of other packages may need another version than ours, so
/// the range is wide. The newest version is used, and Swift 6.2 has no prebuilt version later than
/// 602.
#if compiler(>=6.3)
    let syntaxVersions: Range<Version> = "602.0.0"..<"605.0.0"
#else
    let syntaxVersions: Range<Version> = "602.0.0"..<"603.0.0"
#endif

let package = Package(
    name: "nacre",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "Nacre", targets: ["Nacre"]),
        .library(name: "NacreObjects", targets: ["NacreObjects"]),
        .library(name: "NacreExchange", targets: ["NacreExchange"]),
        .executable(name: "nacre", targets: ["NacreCLI"]),
    ],
    traits: [
        // Only one: SwiftPM 6.3 passes several to the compiler in an order that changes from run to
        // run, and then rebuilds everything.
        .default(enabledTraits: ["Macros"]),
        .trait(
            name: "Macros",
            description: "@Entity and @Embedded. Without it swift-syntax is not needed."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/swiftlang/swift-syntax", syntaxVersions),
    ],
    targets: [
        // Arrows point down only:
        // NacreObjects, NacreExchange -> Nacre -> NacreEngine -> NacreFormat -> CNacreShims, CLZ4;
        // NacreEngine -> NacreSearch -> NacreText, NacreFormat;
        // NacreExchange, the tool -> NacreExchangeCore -> NacreFormat; the tool -> NacreEngine.
        .target(name: "CNacreShims", cSettings: [.treatAllWarnings(as: .error)]),
        .systemLibrary(
            name: "CLZ4", pkgConfig: "liblz4",
            providers: [.apt(["liblz4-dev"]), .brew(["lz4"])]),
        .target(
            name: "NacreFormat",
            dependencies: [
                "CNacreShims",
                // Apple platforms have the same blocks in their Compression framework.
                .target(
                    name: "CLZ4",
                    condition: .when(platforms: [.linux, .android, .windows, .openbsd])),
            ],
            swiftSettings: strict + optimized),
        .target(
            name: "NacreEngine",
            dependencies: [
                "NacreFormat", "NacreText", "NacreSearch", "CNacreShims",
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["README.md"],
            // The only flag for invariant checks. Release builds: -Xswiftc -DNACRE_CHECKS.
            swiftSettings: strict + optimized
                + [.define("NACRE_CHECKS", .when(configuration: .debug))]),
        // Texts in, terms out.
        .target(name: "NacreText", swiftSettings: strict + optimized),
        // Terms of texts in, rows and scores out: the runs of an inverted index, and queries.
        .target(
            name: "NacreSearch", dependencies: ["NacreFormat", "NacreText"],
            exclude: ["README.md"], swiftSettings: strict + optimized),
        // Depends on products of swift-syntax only, without a library of ours between: SwiftPM 6.2
        // has prebuilt ones only for such macros.
        .macro(
            name: "NacreMacros",
            dependencies: [
                .product(
                    name: "SwiftCompilerPlugin", package: "swift-syntax", condition: macros),
                .product(name: "SwiftDiagnostics", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntax", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxBuilder", package: "swift-syntax", condition: macros),
                .product(name: "SwiftSyntaxMacros", package: "swift-syntax", condition: macros),
            ],
            swiftSettings: strict),
        .target(
            name: "Nacre",
            dependencies: [
                "NacreEngine", "NacreFormat", "NacreSearch", "NacreText",
                .target(name: "NacreMacros", condition: macros),
            ],
            exclude: ["README.md"],
            // The compiler ensures that a transaction cannot leave its closure.
            swiftSettings: strict + optimized + [.enableExperimentalFeature("Lifetimes")]),
        // Workers and live objects, on top of Nacre's public interface.
        .target(name: "NacreObjects", dependencies: ["Nacre"], swiftSettings: strict),
        // Readers of JSON Lines and CSV, for NacreExchange and the tool, which has no Swift types.
        .target(
            name: "NacreExchangeCore",
            dependencies: [
                "NacreFormat", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: strict),
        // Objects as JSON, and import from files.
        .target(
            name: "NacreExchange",
            dependencies: ["Nacre", "NacreEngine", "NacreFormat", "NacreExchangeCore"],
            swiftSettings: strict),
        .executableTarget(
            name: "NacreCLI",
            dependencies: [
                "NacreEngine", "NacreFormat", "NacreSearch", "NacreExchangeCore",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            path: "Tools/nacre",
            swiftSettings: strict),
        .executableTarget(
            name: "atlas",
            dependencies: ["Nacre"],
            path: "Tools/atlas",
            exclude: ["README.md", "cities.csv", "countries.jsonl"],
            swiftSettings: strict),
        .executableTarget(
            name: "microbenchmarks",
            dependencies: ["Nacre", "NacreEngine", "NacreFormat"],
            path: "Tools/microbenchmarks",
            swiftSettings: strict),

        .executableTarget(
            name: "openbench",
            dependencies: ["NacreEngine", "NacreFormat"],
            path: "Tools/openbench",
            exclude: ["instructions.txt"],
            swiftSettings: strict),

        .target(
            name: "CTrials", path: "Tools/trials/CTrials",
            cSettings: [.treatAllWarnings(as: .error)]),
        // Power cuts, failing disks and damaged files in millions: a release build with checks.
        .executableTarget(
            name: "trials",
            dependencies: [
                "CTrials", "NacreEngine", "NacreFormat", "NacreTestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tools/trials",
            exclude: ["CTrials"],
            swiftSettings: strict),

        .target(
            name: "NacreTestSupport",
            dependencies: ["NacreEngine", "NacreFormat"],
            path: "Tests/NacreTestSupport",
            exclude: ["Fuzzing/Fixtures"],
            swiftSettings: strict),
        // What the tests and the fuzzer of the typed interface share.
        .target(
            name: "NacreTypedSupport",
            dependencies: ["Nacre", "NacreEngine", "NacreFormat", "NacreTestSupport"],
            path: "Tests/NacreTypedSupport",
            swiftSettings: strict),
        .testTarget(
            name: "NacreTestSupportTests",
            dependencies: ["NacreTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NacreTextTests", dependencies: ["NacreText"], exclude: ["Resources"],
            swiftSettings: strict),
        .testTarget(
            name: "NacreSearchTests", dependencies: ["NacreSearch", "NacreText", "NacreFormat"],
            exclude: ["Resources"], swiftSettings: strict),
        .testTarget(
            name: "NacreFormatTests",
            dependencies: ["NacreFormat", "NacreTestSupport", "CNacreShims"],
            swiftSettings: strict),
        .testTarget(
            name: "NacreEngineTests",
            dependencies: [
                "NacreEngine", "NacreFormat", "NacreSearch", "NacreText", "NacreTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreTests",
            dependencies: [
                "Nacre", "NacreEngine", "NacreFormat", "NacreSearch", "NacreTestSupport",
                "NacreTypedSupport",
            ],
            exclude: ["Generations/Golden"],
            swiftSettings: strict),
        .testTarget(
            name: "NacreObjectsTests",
            dependencies: ["NacreObjects", "Nacre", "NacreEngine", "NacreTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "NacreExchangeTests",
            dependencies: [
                "Nacre", "NacreEngine", "NacreExchange", "NacreExchangeCore", "NacreFormat",
                "NacreTestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "NacreCLITests",
            dependencies: [
                "Nacre", "NacreCLI", "NacreEngine", "NacreExchangeCore", "NacreFormat",
                "NacreTestSupport",
            ],
            swiftSettings: strict),
        // Modules like a user's: public entities, isolation to the main actor, names like ours.
        .target(
            name: "MacroPublicEntities", dependencies: ["Nacre"],
            path: "Tests/MacroPublicEntities", swiftSettings: strict),
        .target(
            name: "MacroMainActorEntities", dependencies: ["Nacre"],
            path: "Tests/MacroMainActorEntities",
            swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
        .target(
            name: "MacroNameClashes", dependencies: ["Nacre"],
            path: "Tests/MacroNameClashes", swiftSettings: strict),
        .testTarget(
            name: "MacroEntityTests",
            dependencies: [
                "Nacre", "NacreEngine", "NacreFormat", "MacroPublicEntities",
                "MacroMainActorEntities", "MacroNameClashes",
            ],
            swiftSettings: strict),
        // Random calls of the whole typed interface, compared with a model.
        .testTarget(
            name: "StatefulTests",
            dependencies: ["Nacre", "NacreObjects", "NacreEngine", "NacreTestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CompileTests",
            dependencies: ["Nacre"],
            exclude: ["Fixtures"],
            swiftSettings: strict),
        // An application over the typed interface, and the catalogue of features on top of it.
        .testTarget(
            name: "ExampleTests", dependencies: ["Nacre", "NacreObjects"], path: "Tests/Examples",
            swiftSettings: strict),
        .testTarget(
            name: "DocumentTests", dependencies: ["Nacre", "NacreObjects", "NacreExchange"],
            swiftSettings: strict),
        .testTarget(name: "TidyTests", swiftSettings: strict + optimized),
    ]
)

// Parts of the package alone: NACRE_PARTS=engine swift test.
let engine: Set<String> = [
    "CNacreShims", "CLZ4", "NacreFormat", "NacreText", "NacreSearch", "NacreEngine",
    "NacreTestSupport",
]
let engineTests: Set<String> = [
    "NacreTestSupportTests", "NacreFormatTests", "NacreTextTests", "NacreSearchTests",
    "NacreEngineTests",
]
switch Context.environment["NACRE_PARTS"] {
case "engine":
    // The engine alone, for crash simulation. No part of swift-syntax is fetched or built then.
    let others: Set<String> = [
        "NacreExchangeCore", "NacreCLI", "CTrials", "trials", "openbench", "TidyTests",
    ]
    let parts = engine.union(engineTests).union(others)
    package.targets.removeAll { !parts.contains($0.name) }
    package.products.removeAll {
        ["Nacre", "NacreObjects", "NacreExchange"].contains($0.name)
    }
    package.dependencies.removeLast()
case "engine-tests":
    // Its tests and no tools, for sanitizers and coverage.
    let parts = engine.union(engineTests)
    package.targets.removeAll { !parts.contains($0.name) }
    package.products.removeAll()
    package.dependencies = [package.dependencies[1]]
case "typed":
    // The typed interface and its tests that use several threads, for the sanitizer.
    let parts = engine.union([
        "NacreMacros", "Nacre", "NacreObjects", "NacreTypedSupport", "StatefulTests",
        "NacreObjectsTests", "NacreTests", "MacroEntityTests", "MacroPublicEntities",
        "MacroMainActorEntities", "MacroNameClashes",
    ])
    package.targets.removeAll { !parts.contains($0.name) }
    package.products.removeAll { !["Nacre", "NacreObjects"].contains($0.name) }
case "macros":
    // The tests of the macros' expansions. For a test that depends on a macro, everything else is
    // also built for the compiler's side, so it is built alone.
    package.targets.removeAll { $0.name != "NacreMacros" }
    package.targets.append(
        .testTarget(
            name: "NacreMacrosTests",
            dependencies: [
                "NacreMacros",
                .product(name: "SwiftDiagnostics", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            exclude: ["Fixtures"],
            swiftSettings: strict))
    package.products.removeAll()
default: break
}

// The fuzzer, with its own instrumentation and runtime: Tools/fuzz.
if Context.environment["NACRE_PARTS"] == "fuzzing" {
    let instrumented: [SwiftSetting] = [
        .unsafeFlags(["-sanitize=fuzzer"]), .define("NACRE_CHECKS"),
    ]
    for target in package.targets {
        switch target.name {
        case "NacreFormat", "NacreEngine": target.swiftSettings = strict + instrumented
        case "Nacre":
            // Without the macros, so that swift-syntax is not built.
            target.dependencies = ["NacreEngine", "NacreFormat", "NacreSearch", "NacreText"]
            target.exclude.append("Macros")
            target.swiftSettings =
                strict + instrumented + [.enableExperimentalFeature("Lifetimes")]
        default: break
        }
    }
    let runtime = Context.environment["NACRE_FUZZER_RUNTIME"] ?? ""
    package.targets += [
        .systemLibrary(name: "CLibFuzzer", path: "Tools/fuzzing/CLibFuzzer"),
        .executableTarget(
            name: "fuzzing",
            dependencies: ["CLibFuzzer", "NacreTestSupport", "NacreTypedSupport"],
            path: "Tools/fuzzing",
            exclude: ["CLibFuzzer", "leaks.txt", "pack.py"],
            swiftSettings: strict,
            // The default linker fails on the instrumentation; libFuzzer is written in C++.
            linkerSettings: [.unsafeFlags(["-use-ld=lld", runtime]), .linkedLibrary("stdc++")]),
    ]
    let parts = engine.union(["Nacre", "NacreTypedSupport", "CLibFuzzer", "fuzzing"])
    package.targets.removeAll { !parts.contains($0.name) }
    package.products.removeAll()
    package.dependencies = [package.dependencies[1]]
}
