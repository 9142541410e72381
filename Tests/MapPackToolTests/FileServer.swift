import Foundation

/// A server on this machine that answers as publishers' do, on good days and on bad ones.
///
/// `/whole` is a file, `/moved` leads to it, `/slow` sends it in pieces without saying how long it is, `/cut` breaks off.
/// `/nowhere` moves to no address, `/other` says 304, `/empty` and `/bare` have no byte, `/part` sends a part, `/busy` is.
/// `/page` is a web page, `/whole.gz` and `/whole.zip` are the file compressed, `/cut.gz` and `/cut.zip` three quarters of
/// these. `/late` is slow enough for another download to begin. Everything else is not found.
final class FileServer {
  private let server: PythonServer
  var address: String { server.address }

  init(_ content: String) throws {
    let program = """
      import gzip, http.server, io, sys, time, zipfile
      content = sys.argv[1].encode()
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              if self.path in ("/nowhere", "/other"):
                  self.send_response(302 if self.path == "/nowhere" else 304)
                  self.send_header("Content-Length", "0")
                  self.end_headers()
                  return
              if self.path in ("/empty", "/bare"):
                  self.send_response(200 if self.path == "/empty" else 204)
                  if self.path == "/empty":
                      self.send_header("Content-Length", "0")
                  self.end_headers()
                  return
              if self.path in ("/page", "/whole.gz", "/cut.gz", "/whole.zip", "/cut.zip"):
                  data = io.BytesIO()
                  with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
                      archive.writestr("island.geojson", content)
                  page = b"<!DOCTYPE html>\\n<html><body>Please log in.</body></html>"
                  sent = {"/page": page, ".gz": gzip.compress(content), ".zip": data.getvalue()}
                  sent = sent["." + self.path.split(".")[1] if "." in self.path else self.path]
                  if self.path.startswith("/cut"):
                      sent = sent[: len(sent) * 3 // 4]
                  self.send_response(200)
                  self.send_header("Content-Length", str(len(sent)))
                  self.end_headers()
                  self.wfile.write(sent)
                  return
              if self.path == "/moved":
                  self.send_response(302)
                  self.send_header("Location", "/whole")
                  self.end_headers()
                  return
              if self.path == "/busy":
                  self.send_error(503)
                  return
              if self.path not in ("/whole", "/slow", "/cut", "/part", "/late"):
                  self.send_error(404)
                  return
              half = len(content) // 2
              if self.path == "/part":
                  self.send_response(206)
                  self.send_header("Content-Range", "bytes 0-%d/%d" % (half - 1, len(content)))
                  self.send_header("Content-Length", str(half))
                  self.end_headers()
                  self.wfile.write(content[:half])
                  return
              self.send_response(200)
              if self.path != "/slow":
                  self.send_header("Content-Length", str(len(content)))
              self.end_headers()
              self.wfile.write(content[:half])
              self.wfile.flush()
              if self.path == "/late":
                  time.sleep(2)
              if self.path != "/cut":
                  self.wfile.write(content[half:])
          def log_message(self, *arguments):
              pass
      server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
      server.daemon_threads = True
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    server = try PythonServer(program, content)
  }
}

/// A program in Python that prints the port at which it serves, and serves until this value goes.
final class PythonServer {
  let address: String
  private let process = Process()

  struct CannotStart: Error {}

  init(_ program: String, _ argument: String) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program, argument]
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
