internal import Foundation

/// Writes a line immediately, also into a pipe: trials take minutes.
func report(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
