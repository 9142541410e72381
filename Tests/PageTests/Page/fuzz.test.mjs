// Bytes that were cut, flipped and grown by chance end in a `PackError` or in a pack, in bounded memory.

import assert from 'node:assert/strict'
import test from 'node:test'
import { Worker } from 'node:worker_threads'

const seeds = 4000

test('changed packs never hang, never take memory without bound, and end in a PackError or a pack', async () => {
  const worker = new Worker(new URL('fuzz.mjs', import.meta.url), {
    workerData: { firstSeed: 1, count: seeds },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  // A guard against loops without end. What it allows is a hundred times what the seeds take.
  const guard = setTimeout(() => worker.terminate(), 300_000)
  const { opened, codes } = await new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the worker came to no end')))
  }).finally(() => clearTimeout(guard))
  // The changes reach beyond opening, and not all are harmless.
  assert.ok(opened > seeds / 4 && opened < seeds, `${opened} of ${seeds} packs opened`)
  assert.ok(codes.length > 40, codes.join(' '))
})
