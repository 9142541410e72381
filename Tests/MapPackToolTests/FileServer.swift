import Foundation

/// A server on this machine that answers as publishers' do, on good days and on bad ones.
///
/// `/whole` is a file, `/moved` leads to it, `/slow` sends it in pieces without saying how long it is, `/cut` breaks off.
/// `/resumed` breaks off the first time and can go on, `/changed` is another file after it has broken off, `/silent` says
/// nothing more the first time, `/busy` and `/limited` ask for a second, `/odd` goes on elsewhere. `/log` tells what was
/// asked for, and everything else is not found.
final class FileServer {
  let address: String
  private let process = Process()

  struct CannotStart: Error {}

  init(_ content: String) throws {
    let program = """
      import http.server, sys, time
      content = sys.argv[1].encode()
      asked, log = {}, []
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              if self.path == "/log":
                  text = "\\n".join(log).encode()
                  self.send_response(200)
                  self.send_header("Content-Length", str(len(text)))
                  self.end_headers()
                  self.wfile.write(text)
                  return
              first = self.path not in asked
              asked[self.path] = True
              wanted = self.headers.get("Range")
              log.append(" ".join(filter(None, [self.path, wanted, self.headers.get("If-Range")])))
              if self.path == "/moved":
                  self.send_response(302)
                  self.send_header("Location", "/whole")
                  self.end_headers()
                  return
              if self.path in ("/busy", "/limited") and first:
                  self.send_response(503 if self.path == "/busy" else 429)
                  self.send_header("Retry-After", "1")
                  self.send_header("Content-Length", "0")
                  self.end_headers()
                  return
              if self.path not in ("/whole", "/slow", "/cut", "/resumed", "/changed", "/silent", "/busy", "/limited", "/odd"):
                  self.send_error(404)
                  return
              half = len(content) // 2
              if self.path in ("/resumed", "/odd") and wanted:
                  start = int(wanted[6:-1]) - (1 if self.path == "/odd" else 0)
                  self.send_response(206)
                  self.send_header("Content-Range", "bytes %d-%d/%d" % (start, len(content) - 1, len(content)))
                  self.send_header("Content-Length", str(len(content) - start))
                  self.end_headers()
                  self.wfile.write(content[start:])
                  return
              self.send_response(200)
              if self.path in ("/resumed", "/changed", "/odd"):
                  self.send_header("ETag", '"first"' if first else '"other"')
              if self.path != "/slow":
                  self.send_header("Content-Length", str(len(content)))
              self.end_headers()
              breaks = self.path == "/cut" or first and self.path in ("/resumed", "/changed", "/odd", "/silent")
              begin = content[:half]
              if self.path == "/changed" and first:
                  begin = b"x" * half
              self.wfile.write(begin)
              self.wfile.flush()
              if self.path == "/silent" and first:
                  time.sleep(20)
              if not breaks:
                  self.wfile.write(content[half:])
          def log_message(self, *arguments):
              pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      server.daemon_threads = True
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
