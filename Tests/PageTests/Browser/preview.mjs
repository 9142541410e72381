// `mappack preview` as the tests start it.

import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The top of the project. */
export const top = join(dirname(fileURLToPath(import.meta.url)), '../../..')

/** The program, as Pipelines/run or a build of the tests has left it. */
export const mappack = process.env.MAPPACK_PROGRAM ?? join(top, '.build/bin/mappack')

/** A page that is served. */
export class Preview {
  /** @param {...(string | {descriptors?: number, folder?: string, program?: string})} words of the command line, how many descriptors it may have, where it starts, and another program */
  static async open(...words) {
    const preview = new Preview()
    const limit = words.find((word) => typeof word === 'object')
    const command = [limit?.program ?? mappack, 'preview', ...words.filter((word) => word !== limit), '--no-open', '--quiet']
    const shell = limit?.descriptors ? ['sh', '-c', `ulimit -n ${limit.descriptors}; exec "$@"`, 'sh'] : []
    const [program, ...rest] = [...shell, ...command]
    preview.process = spawn(program, rest, {
      cwd: limit?.folder ?? top, stdio: ['ignore', 'pipe', 'pipe'],
    })
    preview.said = ''
    preview.process.stderr.on('data', (text) => (preview.said += text))
    preview.ended = new Promise((resolve) => preview.process.on('exit', resolve))
    preview.address = await new Promise((resolve, reject) => {
      preview.process.stdout.once('data', (text) => resolve(String(text).trim()))
      preview.ended.then((status) => reject(new Error(`mappack preview ended with ${status}: ${preview.said}`)))
    })
    return preview
  }

  /** How much memory the server has taken at most, in MB; 0 if the system does not say. */
  get peakMemory() {
    const status = spawnSync('grep', ['VmHWM', `/proc/${this.process.pid}/status`]).stdout?.toString() ?? ''
    return Math.round(Number(/(\d+) kB/.exec(status)?.[1] ?? 0) / 1000)
  }

  close() {
    this.process.kill('SIGINT')
    return this.ended
  }
}
