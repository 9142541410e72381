// The source of maps: the command that serves the page, or the page itself if it is a file. `PreviewSession` of the
// command answers the paths that are asked for here; `PreviewPage` writes the blocks `data-…` that are read here.

/**
 * All promises fail with an `Error` if the command is gone or refuses; if it refuses, the message is its own. Maps and
 * lists that the source does not have are `null`.
 *
 * @typedef {import('./map.js').MapAnswer & {figures: any}} MadeMap a map with its figures; null if the command has none of it
 * @typedef {object} MapSource
 * @property {boolean} isLive whether the source can make maps with other settings
 * @property {() => Promise<any>} state
 * @property {(draft: object) => Promise<MadeMap | null>} make null if a newer one was asked for
 * @property {(name: string) => Promise<MadeMap | null>} map
 * @property {(name: string) => Promise<any>} list
 * @property {(path: string, body: object) => Promise<any>} ask what the command answers to what is sent to a path
 * @property {(form: string, look: object, dark: boolean) => Promise<Uint8Array>} take the map in a form that people take away
 * @property {(drop: string, file: File, name: string) => Promise<void>} upload a file of a drop
 */

/** @param {string} path @param {object} [body] */
async function ask(path, body) {
  const response = await fetch(path, body ? { method: 'POST', body: JSON.stringify(body) } : {}).catch(() => {
    throw new Error('mappack preview has ended; start it again')
  })
  if (response.ok || response.status === 409 || response.status === 404) return response
  const { error, what = error, remedy = '' } = await response.json().catch(() => ({ error: `the command answered ${response.status}` }))
  throw Object.assign(new Error(error), { what, remedy })
}

/**
 * The length of the JSON (32 bits, little-endian), the JSON, and the shapes.
 *
 * @param {Uint8Array} bytes @returns {MadeMap}
 */
export function madeMap(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  return { ...JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))), shapes: bytes.subarray(4 + length) }
}

/** @param {Response} response */
const bytesOf = async (response) => new Uint8Array(await response.arrayBuffer())

/** @param {Response} response */
const mapOf = async (response) => (response.ok ? madeMap(await bytesOf(response)) : null)

/** @returns {MapSource} */
function servedMap() {
  // A connection that is open as long as the page is there: the command sees it break, also if the browser is killed, and
  // ends. If the command ends first, the page tells so when it asks for something.
  fetch('stay').then(({ body }) => body?.getReader().read()).catch(() => {})
  return {
    isLive: true,
    state: async () => (await ask('state')).json(),
    make: async (draft) => mapOf(await ask('make', draft)),
    map: async (name) => mapOf(await ask(name)),
    list: (name) => ask(name).then((response) => (response.ok ? response.json() : null)),
    ask: async (path, body) => (await ask(path, body)).json(),
    take: async (form, look, dark) => bytesOf(await ask('take', { form, look, ...(dark && { dark }) })),
    upload: async (drop, file, name) => {
      const response = await fetch(`upload/${drop}/${encodeURIComponent(name)}`, { method: 'POST', body: file }).catch(() => {
        throw new Error(`${file.name} cannot be read any more: it has changed or is gone; drop it again`)
      })
      if (!response.ok) throw new Error(`${file.name}: ${(await response.json()).error}`)
    },
  }
}

/** @returns {MapSource} */
function mapInThisFile() {
  const block = (/** @type {string} */ id) => document.getElementById(`data-${id}`)?.textContent
  const list = async (/** @type {string} */ id) => JSON.parse(block(id) ?? 'null')
  const map = async (/** @type {string} */ id) => {
    const text = block(id)
    return text ? madeMap(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))) : null
  }
  return {
    isLive: false,
    state: () => list('state'),
    make: () => map('map'),
    map,
    list,
    ask: list,
    take: async () => new Uint8Array(),
    upload: async () => {},
  }
}

/** Whether the command serves the map; else it is in this file. */
export function mapIsServed() {
  return !document.getElementById('data-map')
}

/** @returns {MapSource} */
export function mapSource() {
  return mapIsServed() ? servedMap() : mapInThisFile()
}
