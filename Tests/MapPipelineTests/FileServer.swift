import Foundation

/// A server on this machine that answers as publishers' do, on good days and on bad ones.
///
/// `/whole` is a file, `/moved` leads to it, `/slow` sends it in pieces without saying how long it is, `/cut` breaks off,
/// and everything else is not found.
final class FileServer {
  let address: String
  private let process = Process()

  struct CannotStart: Error {}

  init(_ content: String) throws {
    let program = """
      import http.server, sys
      content = sys.argv[1].encode()
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              if self.path == "/moved":
                  self.send_response(302)
                  self.send_header("Location", "/whole")
                  self.end_headers()
                  return
              if self.path not in ("/whole", "/slow", "/cut"):
                  self.send_error(404)
                  return
              self.send_response(200)
              if self.path != "/slow":
                  self.send_header("Content-Length", str(len(content)))
              self.end_headers()
              half = len(content) // 2
              self.wfile.write(content[:half])
              self.wfile.flush()
              if self.path != "/cut":
                  self.wfile.write(content[half:])
          def log_message(self, *arguments):
              pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, content]
    let output = Pipe()
    process.standardOutput = output
    // Nothing of the test runner's is held open.
    process.standardError = FileHandle.nullDevice
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else { throw CannotStart() }
    address = "http://127.0.0.1:\(port)"
  }

  deinit {
    // What a command has set aside of signals is inherited; this one cannot be.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
