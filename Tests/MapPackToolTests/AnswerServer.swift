import Foundation

/// A server on this machine that answers as those of publishers do: the files of a folder, by host and path.
///
/// `/host/path` is the file `host/path`, of the day 2026-02-03; `/host/path/` is the file `host/path/list`. What is not
/// there is not found.
final class AnswerServer {
  let folder: Workspace
  private let server: PythonServer
  var address: String { server.address }

  init() throws {
    folder = try Workspace()
    let program = """
      import http.server, os, sys
      root = sys.argv[1]
      class Handler(http.server.BaseHTTPRequestHandler):
          def answer(self, sends):
              path = root + self.path + ("list" if self.path.endswith("/") else "")
              with open(root + "/requests", "a") as log:
                  log.write(self.command + " " + self.path + "\\n")
              if not os.path.isfile(path):
                  self.send_error(404)
                  return
              with open(path, "rb") as file:
                  body = file.read()
              self.send_response(200)
              self.send_header("Content-Length", str(len(body)))
              self.send_header("Last-Modified", "Tue, 03 Feb 2026 04:05:06 GMT")
              self.end_headers()
              if sends:
                  self.wfile.write(body)
          def do_GET(self):
              self.answer(True)
          def do_HEAD(self):
              self.answer(False)
          def log_message(self, *arguments):
              pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      server.daemon_threads = True
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    server = try PythonServer(program, folder.url.path)
  }

  /// What was asked since the last time, in the order of the requests: `HEAD /host/path`.
  func requests() throws -> [String] {
    let lines = (try? folder.text("requests")) ?? ""
    try folder.write("", to: "requests")
    return lines.split(separator: "\n").map(String.init)
  }

  /// The text with the addresses of this server instead of those on the web.
  func local(_ text: String) -> String { text.replacingOccurrences(of: "https://", with: address + "/") }

  /// - Parameter address: on the web.
  func put(_ data: Data, at address: String) throws {
    let name = address.replacingOccurrences(of: "https://", with: "") + (address.hasSuffix("/") ? "list" : "")
    let url = folder.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }
}
