/// What is the same in every page: all but the map, its name and its sources.
enum HTMLPage {
  static let beforeTitle: StaticString = #"""
    <!DOCTYPE html>
    <html>
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy"
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>
    """#

  static let afterTitle: StaticString = #"""
    </title>
    <style>
    html { color-scheme: light; background: #e3edf3; color: #39434c; font: 15px/1.4 system-ui, sans-serif; }
    body { margin: 0; overflow: hidden; }
    svg { display: block; width: 100vw; height: 100vh; height: 100dvh; }
    svg { touch-action: none; cursor: grab; user-select: none; -webkit-user-select: none; }
    svg path { vector-effect: non-scaling-stroke; }
    .lines, .names { pointer-events: none; }
    .land .chosen { filter: brightness(.9); }
    header, footer, output, nav { position: fixed; }
    header, footer { pointer-events: none; }
    header { top: 14px; left: 18px; }
    h1 { margin: 0; font-size: 20px; }
    output { top: 46px; left: 18px; pointer-events: none; }
    output span { margin-left: .6em; color: #6d7f8b; }
    footer { bottom: 10px; right: 14px; max-width: 80vw; font-size: 11px; text-align: right; color: #6d7f8b; }
    footer p { margin: 0; }
    nav { right: 14px; top: 14px; display: grid; gap: 6px; }
    button { width: 34px; height: 34px; border: 1px solid #c3d2dc; border-radius: 8px; }
    button { background: #fff; color: inherit; font: inherit; }
    </style>
    </head>
    <body>

    """#

  /// The script changes the picture's `viewBox`: what is seen of the map, in its units.
  static let afterMap: StaticString = #"""
    <output aria-live="polite"></output>
    <nav>
    <button type="button" data-zoom="2" aria-label="Zoom in">+</button>
    <button type="button" data-zoom="0.5" aria-label="Zoom out">−</button>
    <button type="button" data-zoom="0" aria-label="Whole map">○</button>
    </nav>
    <script>
    "use strict";
    const svg = document.querySelector("svg"), output = document.querySelector("output");
    const [, , fullWidth, fullHeight] = svg.getAttribute("viewBox").split(" ").map(Number);
    const group = svg.querySelector(".names");
    const names = [...svg.querySelectorAll(".names text")].map(text => [text, Number(text.getAttribute("font-size"))]);
    const pointers = new Map();
    let x = 0, y = 0, scale = 1, chosen = null;

    function draw() {
      const width = fullWidth / scale, height = fullHeight / scale;
      x = Math.min(Math.max(x, 0), fullWidth - width);
      y = Math.min(Math.max(y, 0), fullHeight - height);
      svg.setAttribute("viewBox", [x, y, width, height].join(" "));
      const pixels = Math.min(svg.clientWidth / width, svg.clientHeight / height);
      group?.setAttribute("stroke-width", 2.5 / pixels);
      for (const [text, size] of names) {
        text.style.display = size * pixels < 8 ? "none" : "";
        text.setAttribute("font-size", Math.min(size, 15 / pixels));
      }
    }

    function place(clientX, clientY) {
      return new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    }

    function zoom(factor, clientX, clientY) {
      const fixed = place(clientX, clientY), before = scale;
      scale = Math.min(Math.max(scale * factor, 1), 64);
      x = fixed.x + (x - fixed.x) * before / scale;
      y = fixed.y + (y - fixed.y) * before / scale;
      draw();
    }

    function choose(path) {
      chosen?.classList.remove("chosen");
      chosen = path;
      output.replaceChildren();
      if (!path) return;
      path.classList.add("chosen");
      const code = document.createElement("span");
      code.textContent = path.dataset.code;
      output.append(path.dataset.name, code);
    }

    svg.addEventListener("wheel", event => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), event.clientX, event.clientY);
    }, { passive: false });
    svg.addEventListener("dblclick", event => zoom(2, event.clientX, event.clientY));
    svg.addEventListener("pointerover", event => choose(event.target.closest("[data-code]")));
    svg.addEventListener("pointerdown", event => pointers.set(event.pointerId, event));
    addEventListener("pointermove", event => {
      // A button that was let go outside of the window is not reported.
      if (!event.buttons) pointers.delete(event.pointerId);
      const old = pointers.get(event.pointerId);
      if (!old) return;
      const from = place(old.clientX, old.clientY), to = place(event.clientX, event.clientY);
      const other = [...pointers.values()].find(pointer => pointer.pointerId !== event.pointerId);
      x -= (to.x - from.x) / pointers.size;
      y -= (to.y - from.y) / pointers.size;
      if (other) {
        const distance = pointer => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY);
        const [middleX, middleY] = [(event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2];
        zoom(distance(event) / Math.max(distance(old), 1), middleX, middleY);
      }
      pointers.set(event.pointerId, event);
      draw();
    });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, event => pointers.delete(event.pointerId));
    for (const button of document.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => {
        const factor = Number(button.dataset.zoom);
        zoom(factor || 1 / scale, innerWidth / 2, innerHeight / 2);
      });
    }
    addEventListener("resize", draw);
    draw();
    </script>
    </body>
    </html>

    """#
}
