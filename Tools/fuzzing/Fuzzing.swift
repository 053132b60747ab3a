private import CLibFuzzer
private import Foundation
private import NacreTestSupport
private import NacreTypedSupport

/// Feeds the fuzz targets to libFuzzer. Tools/fuzz builds and runs it:
///
///     fuzzing list
///     fuzzing seeds TARGET DIRECTORY      writes the initial inputs
///     fuzzing run TARGET [OPTION...] [DIRECTORY...]
@main
enum Fuzzing {
    private static let targets = FuzzTarget.all + [.typed]
    private static let target = targets.first {
        $0.name == CommandLine.arguments.dropFirst(2).first
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        switch arguments.count > 1 ? arguments[1] : "" {
        case "list": for target in targets { print(target.name) }
        case "seeds" where target != nil && arguments.count == 4:
            try writeSeeds(to: arguments[3])
        case "run" where target != nil: exit(run([arguments[0]] + arguments.dropFirst(3)))
        default:
            report("usage: fuzzing list | seeds TARGET DIRECTORY | run TARGET [ARGUMENT...]")
            exit(64)
        }
    }

    private static func writeSeeds(to directory: String) throws {
        guard let target else { return }
        let folder = URL(filePath: directory, directoryHint: .isDirectory)
        for (number, input) in try target.inputs().enumerated() {
            try Data(input).write(to: folder.appending(path: "seed-\(number)"))
        }
    }

    /// Runs libFuzzer, and returns after it has finished.
    private static func run(_ arguments: [String]) -> CInt {
        // Never freed: libFuzzer keeps its arguments.
        let strings = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
            capacity: arguments.count + 1)
        for (index, argument) in arguments.enumerated() {
            unsafe strings[index] = strdup(argument)
        }
        unsafe strings[arguments.count] = nil
        var count = CInt(arguments.count)
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe strings
        return unsafe LLVMFuzzerRunDriver(&count, &list) { data, size in
            unsafe Fuzzing.feed(UnsafeRawBufferPointer(start: data, count: size))
            return 0
        }
    }

    private static func feed(_ bytes: UnsafeRawBufferPointer) {
        do {
            try target?.run(unsafe [UInt8](bytes))
        } catch {
            report("A law is broken: \(error)")
            // libFuzzer keeps the input that ends the process.
            abort()
        }
    }

    private static func report(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
