// What the server of the page refuses.

import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { mappack, Preview, top } from './preview.mjs'

describe('the server of the page', { skip: existsSync(mappack) ? false : 'there is no mappack' }, () => {
  let preview, address
  before(async () => {
    preview = await Preview.open('Pipelines/hawaii.yml')
    address = new URL(preview.address)
  })
  after(async () => preview.close())

  /** @returns {Promise<{status: number, body: string, headers: any}>} */
  function ask(path, { headers = {}, method = 'GET', body } = {}) {
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1', port: address.port, path, method, setHost: false,
        headers: { Host: address.host, ...headers },
      }, (response) => {
        let text = ''
        response.on('data', (part) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode, body: text, headers: response.headers }))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  it('serves the page to who has the token, with a policy that lets nothing else in', async () => {
    const { status, body, headers } = await ask(address.pathname)
    assert.equal(status, 200)
    assert.match(body, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/)
    assert.doesNotMatch(body, /unsafe-/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  for (const [what, path, options, status] of [
    ['no token', () => '/', {}, 404],
    ['another token', () => `/${'0'.repeat(32)}/state`, {}, 404],
    ['another host', () => `${address.pathname}state`, { headers: { Host: 'evil.example' } }, 403],
    ['another port in the host', () => `${address.pathname}state`, { headers: { Host: '127.0.0.1:1' } }, 403],
    ['another origin', () => `${address.pathname}make`, { method: 'POST', headers: { Origin: 'https://evil.example' }, body: '{}' }, 403],
    ['another site', () => `${address.pathname}state`, { headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
    ['a path of a file', () => `${address.pathname}../../../../etc/passwd`, {}, 404],
    ['an escaped path of a file', () => `${address.pathname}..%2f..%2fetc%2fpasswd`, {}, 404],
    ['a method that changes', () => `${address.pathname}state`, { method: 'DELETE' }, 405],
    ['too long a body', () => `${address.pathname}make`, { method: 'POST', body: ' '.repeat(70_000) }, 413],
    ['settings that are no mapping', () => `${address.pathname}make`, { method: 'POST', body: '[1' }, 422],
    ['settings of an unknown key', () => `${address.pathname}make`, { method: 'POST', body: '{"path": "/etc/passwd"}' }, 422],
    ['a key of the pipeline file that the page does not change', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"output": {"pack": "x.mappack", "swift": "x.swift"}}}' }, 422],
    ['another source', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"sources": [{"path": "/etc/passwd"}]}}' }, 422],
    ['a name table that lies elsewhere', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"names": {"table": "/etc/passwd"}}}' }, 422],
    ['a name table that lies above', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"names": {"table": "Pipelines/names/../../x.csv"}}}' }, 422],
    ['a table that was not dropped', () => `${address.pathname}adopt`, { method: 'POST', body: '{"drop": "1", "files": ["../../etc/passwd"], "use": "names"}' }, 422],
    ['a file that was not dropped', () => `${address.pathname}open`, { method: 'POST', body: '{"drop": "1", "files": ["passwd"]}' }, 422],
    ['a drop that is a path', () => `${address.pathname}open`, { method: 'POST', body: '{"drop": "../../etc", "files": ["passwd"]}' }, 422],
    ['land of a file that was not dropped', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"clip": {"to": "/etc/passwd"}}}' }, 422],
    ['numbers of a file that was not dropped', () => `${address.pathname}make`, { method: 'POST', body: '{"values": {"join": {"table": "/etc/passwd", "key": "a", "columns": ["b"]}}}' }, 422],
    ['a form that is none', () => `${address.pathname}take`, { method: 'POST', body: '{"form": "../../etc/passwd"}' }, 404],
    ['a color that is none', () => `${address.pathname}take`, { method: 'POST', body: '{"form": "svg", "look": {"water": "url(x)"}}' }, 422],
    ['a name of a region that has no table', () => `${address.pathname}make`, { method: 'POST', body: '{"names": {"15001": "x"}}' }, 422],
    ['a dropped file without a token', () => '/upload/a.geojson', { method: 'POST', body: 'x' }, 404],
    ['a dropped file of another site', () => `${address.pathname}upload/a.geojson`, { method: 'POST', body: 'x', headers: { 'Sec-Fetch-Site': 'cross-site' } }, 403],
    ['a dropped file whose name is a path', () => `${address.pathname}upload/1/..%2fa.geojson`, { method: 'POST', body: 'x' }, 400],
    ['a dropped file whose name is above', () => `${address.pathname}upload/1/..`, { method: 'POST', body: 'x' }, 400],
    ['a dropped file in a folder', () => `${address.pathname}upload/1/a/b.geojson`, { method: 'POST', body: 'x' }, 400],
    ['a dropped file without a name', () => `${address.pathname}upload/1/`, { method: 'POST', body: 'x' }, 400],
    ['a drop whose number is a path', () => `${address.pathname}upload/../a.geojson`, { method: 'POST', body: 'x' }, 400],
    ['settings that are deep', () => `${address.pathname}make`, { method: 'POST', body: '['.repeat(30_000) }, 422],
  ]) {
    it(`refuses ${what}, and lives`, async () => {
      assert.equal((await ask(path(), options)).status, status)
      assert.equal((await ask(`${address.pathname}state`)).status, 200)
    })
  }

  it('lets nobody say where a picture lies: not by the look, nor by another name of the map', async () => {
    for (const more of ['"look": {"path": "../../x.svg"}', '"map": "../../x", "look": {"palette": "gray"}']) {
      const { status, body } = await ask(`${address.pathname}pipeline`, { method: 'POST', body: `{${more}}` })
      assert.ok(status === 422 || (status === 200 && !body.includes('../x')), `${more}: ${status} ${body}`)
    }
  })

  it('answers many at once: each with a map, or with the word that a newer one is wanted', async () => {
    const asked = Array.from({ length: 12 }, (_, i) => ask(`${address.pathname}make`, {
      method: 'POST', body: JSON.stringify({ values: { simplify: { tolerance: `${10 * (i + 1)} m` } } }),
    }))
    const answers = await Promise.all(asked)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.ok(answers.some(({ status }) => status === 200))
    // What was asked for first and waited is not made.
    assert.ok(answers.some(({ status }) => status === 409))
  })

  it('says how far settings can go, and makes any map within', async () => {
    const post = (path, simplify) => ask(`${address.pathname}${path}`, { method: 'POST', body: JSON.stringify({ values: { simplify } }) })
    const figures = async (settings) => {
      const { status, body } = await post('make', settings)
      return status === 200 ? JSON.parse(`${/\{"figures":(\{.*?"verticesIn":\d+\})/s.exec(body)[1]}`) : null
    }
    for (const levels of ['1', '3']) {
      const more = { levels, minimumIsland: '5 km2' }
      const { sliders: { keep, size }, floor, removable } = JSON.parse((await post('limits', { tolerance: '50 m', ...more })).body)
      const [leastSize, mostSize] = [size.stops[0], size.stops.at(-1)].map((stop) => Number(/^(\d+) B$/.exec(stop)[1]))
      const fewest = await figures({ keep: '0', ...more })
      assert.deepEqual([fewest.vertices, fewest.packBytes], [floor, leastSize])
      const all = await figures({ keep: '1', ...more })
      assert.equal(all.packBytes, mostSize)
      assert.ok(all.vertices - removable <= floor)
      const least = Number.parseFloat(keep.stops[0])
      assert.ok(least > 0 && least < 50 && keep.stops.at(-1) === '100 %')
      assert.ok((await figures({ keep: keep.stops[0], ...more })).vertices <= 1.01 * floor)
      assert.equal((await post('make', { size: size.stops[0], ...more })).status, 200)
      assert.equal((await post('make', { size: `${leastSize - 1} B`, ...more })).status, 422)
    }
    assert.equal((await post('limits', { tolerance: 'much' })).status, 422)
  })

  /** What the server sends for some bytes until it closes the connection, or for some seconds. */
  function raw(bytes, seconds = 20) {
    return new Promise((resolve) => {
      let text = ''
      const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(bytes))
      const end = () => (clearTimeout(timer), socket.destroy(), resolve(text))
      const timer = setTimeout(end, seconds * 1000)
      socket.on('data', (part) => (text += part)).on('close', end).on('error', end)
    })
  }
  const statuses = (text) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))

  const save = (simplify) => {
    const body = JSON.stringify({ values: { simplify } })
    return `POST ${address.pathname}save HTTP/1.1\r\nHost: ${address.host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  }

  for (const [what, lines, status] of [
    ['no host', () => [`GET ${address.pathname} HTTP/1.1`], 403],
    ['an empty host', () => [`GET ${address.pathname} HTTP/1.1`, 'Host:  '], 403],
    ['a host without a port', () => [`GET ${address.pathname} HTTP/1.1`, 'Host: 127.0.0.1'], 403],
    ['a host that goes on', () => [`GET ${address.pathname} HTTP/1.1`, `Host: localhost.evil:${address.port}`], 403],
    ['a host with a dot', () => [`GET ${address.pathname} HTTP/1.1`, `Host: localhost.:${address.port}`], 403],
    ['a host with a user', () => [`GET ${address.pathname} HTTP/1.1`, `Host: x@${address.host}`], 403],
    ['two hosts', () => [`GET ${address.pathname} HTTP/1.1`, 'Host: evil.example', `Host: ${address.host}`], 400],
    ['two hosts the other way', () => [`GET ${address.pathname} HTTP/1.1`, `Host: ${address.host}`, 'Host: evil.example'], 400],
    ['a whole address', () => [`GET http://evil.example${address.pathname} HTTP/1.1`, `Host: ${address.host}`], 400],
    ['no origin', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, 'Origin: null'], 403],
    ['the origin of another port', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, 'Origin: http://127.0.0.1:1'], 403],
    ['the origin with another scheme', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, `Origin: https://${address.host}`], 403],
    ['an origin by another name', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, `Origin: http://localhost:${address.port}`], 403],
    ['two origins', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, `Origin: http://${address.host}`, 'Origin: null'], 400],
    ['another page of this site', () => [`GET ${address.pathname}state HTTP/1.1`, `Host: ${address.host}`, 'Sec-Fetch-Site: same-site'], 403],
    ['a beginning of the token', () => [`GET ${address.pathname.slice(0, 32)}/ HTTP/1.1`, `Host: ${address.host}`], 404],
    ['the token in capitals', () => [`GET ${address.pathname.toUpperCase()}x HTTP/1.1`, `Host: ${address.host}`], 404],
    ['an escaped token', () => [`GET /%${address.pathname.charCodeAt(1).toString(16)}${address.pathname.slice(2)}state HTTP/1.1`, `Host: ${address.host}`], 404],
    ['a way round to the token', () => [`GET /x/..${address.pathname}state HTTP/1.1`, `Host: ${address.host}`], 404],
    ['two slashes', () => [`GET /${address.pathname} HTTP/1.1`, `Host: ${address.host}`], 404],
    ['an unknown path', () => [`GET ${address.pathname}nothing HTTP/1.1`, `Host: ${address.host}`], 404],
    ['PUT', () => [`PUT ${address.pathname} HTTP/1.1`, `Host: ${address.host}`], 405],
    ['HEAD', () => [`HEAD ${address.pathname} HTTP/1.1`, `Host: ${address.host}`], 405],
    ['TRACE', () => [`TRACE ${address.pathname} HTTP/1.1`, `Host: ${address.host}`], 405],
    ['what asks before another site may ask', () => [`OPTIONS ${address.pathname}save HTTP/1.1`, `Host: ${address.host}`, 'Origin: http://evil.example'], 403],
    ['HTTP/0.9', () => [`GET ${address.pathname}`], 400],
    ['HTTP/2', () => ['PRI * HTTP/2.0', '', 'SM'], 400],
    ['TLS', () => ['\x16\x03\x01\x02\x00\x01\x00'.repeat(10)], 400],
    ['zeros', () => ['\0'.repeat(1000)], 400],
    ['a line that goes on', () => [`GET ${address.pathname} HTTP/1.1`, `Host: ${address.host}`, ' more'], 400],
    ['a field without a name', () => [`GET ${address.pathname} HTTP/1.1`, `Host: ${address.host}`, ': x'], 400],
    ['a space before a colon', () => [`GET ${address.pathname} HTTP/1.1`, `Host : ${address.host}`], 400],
    ['a body in chunks', () => [`POST ${address.pathname}make HTTP/1.1`, `Host: ${address.host}`, 'Transfer-Encoding: chunked'], 501],
    ['two lengths', () => [`POST ${address.pathname}make HTTP/1.1`, `Host: ${address.host}`, 'Content-Length: 2', 'Content-Length: 3'], 400],
    ['a length that is none', () => [`POST ${address.pathname}make HTTP/1.1`, `Host: ${address.host}`, 'Content-Length: +2'], 400],
    ['a length beyond all numbers', () => [`POST ${address.pathname}make HTTP/1.1`, `Host: ${address.host}`, `Content-Length: ${'9'.repeat(40)}`], 413],
    ['a line of 100 kB', () => [`GET /${'a'.repeat(100_000)} HTTP/1.1`, `Host: ${address.host}`], 431],
    ['4,000 fields', () => [`GET ${address.pathname} HTTP/1.1`, ...Array.from({ length: 4000 }, (_, i) => `X${i}: a`)], 431],
  ]) {
    it(`refuses ${what}, closes the connection, and lives`, async () => {
      assert.deepEqual(statuses(await raw(`${lines().join('\r\n')}\r\n\r\n`)), [status])
      assert.equal((await ask(`${address.pathname}state`)).status, 200)
    })
  }

  it('never saves what cannot be made', async () => {
    const pipeline = join(top, 'Pipelines/hawaii.yml')
    const before = readFileSync(pipeline, 'utf8')
    for (const settings of [{ size: '1 KB' }, { tolerance: 'much' }, { tolerance: '10 m', levels: '99' }]) {
      assert.deepEqual(statuses(await raw(save(settings))), [422], JSON.stringify(settings))
      assert.equal(readFileSync(pipeline, 'utf8'), before)
    }
  })

  it('never takes what follows a request for another one', async () => {
    const pipeline = join(top, 'Pipelines/hawaii.yml')
    const before = readFileSync(pipeline, 'utf8')
    const inner = save({ tolerance: '12345 m' })
    const outer = (length, fields = []) => ['POST /anything HTTP/1.1', `Host: ${address.host}`, 'Origin: http://evil.example',
      'Sec-Fetch-Site: cross-site', 'Content-Type: text/plain', `Content-Length: ${length}`, ...fields].join('\r\n')
    for (const bytes of [
      `${outer(11_000_000)}\r\n\r\n${inner}${'x'.repeat(200_000)}`,
      `${outer(inner.length)}\r\n\r\n${inner}`,
      `${outer(0)}\r\n\r\n${inner}`,
      `GET ${address.pathname}state HTTP/1.1\r\nHost: ${address.host}\r\n\r\n${inner}`,
    ]) {
      assert.equal(statuses(await raw(bytes)).length, 1)
      assert.equal(readFileSync(pipeline, 'utf8'), before)
    }
  })

  it('refuses a dropped file that is too long before it comes, and keeps none that is cut off', async () => {
    const begun = (length) => `POST ${address.pathname}upload/1/half.geojson HTTP/1.1\r\nHost: ${address.host}\r\nContent-Length: ${length}\r\n\r\n{`
    assert.deepEqual(statuses(await raw(begun(5_000_000_000))), [413])
    const socket = connect(Number(address.port), '127.0.0.1', () => socket.write(begun(1000), () => socket.destroy()))
    await new Promise((resolve) => socket.on('close', resolve))
    assert.deepEqual(statuses(await raw(begun(1000))), [408])
    const opened = await ask(`${address.pathname}open`, { method: 'POST', body: '{"drop": "1", "files": ["half.geojson"]}' })
    assert.equal(opened.status, 422)
    assert.match(opened.body, /no file/)
  })

  it('answers others while requests arrive slowly, not at all, or without an end, and gives each up', async () => {
    const begun = `POST ${address.pathname}make HTTP/1.1\r\nHost: ${address.host}\r\nContent-Length: 60000\r\n\r\n{`
    const slow = Array.from({ length: 20 }, () => raw(begun))
    const silent = Array.from({ length: 20 }, () => raw(''))
    const endless = Array.from({ length: 5 }, () => raw(`GET / HTTP/1.1\r\nX: ${'a'.repeat(1_000_000)}`))
    assert.equal((await ask(`${address.pathname}state`)).status, 200)
    for (const answer of await Promise.all([...slow, ...silent])) assert.deepEqual(statuses(answer), [408])
    for (const answer of await Promise.all(endless)) assert.deepEqual(statuses(answer), [431])
    assert.equal((await ask(`${address.pathname}state`)).status, 200)
  })

  it('lives through more connections than it may have descriptors', async () => {
    const limited = await Preview.open('Pipelines/hawaii.yml', { descriptors: 64 })
    const { port, host, pathname } = new URL(limited.address)
    const sockets = Array.from({ length: 200 }, () => connect(Number(port), '127.0.0.1').on('error', () => {}))
    await new Promise((resolve) => setTimeout(resolve, 500))
    sockets.forEach((socket) => socket.destroy())
    const response = await fetch(`http://${host}${pathname}state`)
    assert.equal(response.status, 200)
    await limited.close()
  })

  it('lives through what is no HTTP, and through a connection that says nothing', async () => {
    const silent = connect(Number(address.port), '127.0.0.1')
    await new Promise((resolve) => {
      const noise = connect(Number(address.port), '127.0.0.1', () => noise.end('\u0000\u0001no http\r\n\r\n'))
      noise.on('close', resolve).on('error', resolve).resume()
    })
    assert.equal((await ask(`${address.pathname}state`)).status, 200)
    silent.destroy()
  })

  it('listens on the loopback address alone', () => {
    assert.equal(address.hostname, '127.0.0.1')
  })

  it('says that a port is taken, with status 73', async () => {
    const second = Preview.open('Output/World.mappack', '--port', address.port)
    await assert.rejects(second, /ended with 73: .*cannot be served at port/)
  })
})
