// Files that are dropped on the page or chosen, also in folders.

/** @param {DataTransfer} data @returns {Promise<File[]>} */
async function filesIn(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...data.files]
  /** @type {File[]} */
  const files = []
  while (entries.length > 0) {
    const entry = /** @type {any} */ (entries.shift())
    if (entry.isFile) files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)))
    if (!entry.isDirectory) continue
    const reader = entry.createReader()
    // A reader gives some entries each time, and none at the end.
    for (let more = []; ; entries.push(...more)) {
      more = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
      if (more.length === 0) break
    }
  }
  return files
}

/**
 * Takes files that are dropped anywhere on the page. Without this, the browser would leave the page and show the file.
 *
 * @param {HTMLElement} page gets a mark while files are over it
 * @param {(files: File[]) => void} take
 */
export function takeDroppedFiles(page, take) {
  const over = (/** @type {Event} */ event) => {
    event.preventDefault()
    page.dataset.dragging = 'true'
  }
  // A browser that is told nothing when another element comes below the pointer takes no drop there.
  addEventListener('dragenter', over)
  addEventListener('dragover', over)
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) delete page.dataset.dragging
  })
  addEventListener('drop', async (event) => {
    event.preventDefault()
    delete page.dataset.dragging
    const files = event.dataTransfer ? await filesIn(event.dataTransfer) : []
    // Systems put such files beside others.
    const real = files.filter(({ name }) => !name.startsWith('.'))
    take(real.length > 0 ? real : files)
  })
}

/**
 * Gives bytes to the user as a file.
 *
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = document.createElement('a')
  link.download = name
  link.href = URL.createObjectURL(blob)
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
