// What the server of the page refuses.

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { mappack, Preview } from './preview.mjs'

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
    ['settings that are deep', () => `${address.pathname}make`, { method: 'POST', body: '['.repeat(30_000) }, 422],
  ]) {
    it(`refuses ${what}, and lives`, async () => {
      assert.equal((await ask(path(), options)).status, status)
      assert.equal((await ask(`${address.pathname}state`)).status, 200)
    })
  }

  it('answers many at once: each with a map, or with the word that a newer one is wanted', async () => {
    const asked = Array.from({ length: 12 }, (_, i) => ask(`${address.pathname}make`, {
      method: 'POST', body: JSON.stringify({ tolerance: `${10 * (i + 1)} m` }),
    }))
    const answers = await Promise.all(asked)
    assert.ok(answers.every(({ status }) => status === 200 || status === 409))
    assert.ok(answers.some(({ status }) => status === 200))
    // What was asked for first and waited is not made.
    assert.ok(answers.some(({ status }) => status === 409))
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
