import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:net'

/** Debian's Redis on a separate port, with its data in a folder, so that it survives a restart. */
export class RedisServer {
  #child: ChildProcess | undefined
  #port = 0

  constructor(readonly folder: string) {}

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort()
    const child = spawn(
      'redis-server',
      [
        '--port',
        String(this.#port),
        '--bind',
        '127.0.0.1',
        '--dir',
        this.folder,
        '--save',
        '',
        '--appendonly',
        'yes',
        '--appendfsync',
        'always',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
      child.stdout!.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept connections')) resolve()
      })
    })
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined || child.exitCode !== null) return
    child.removeAllListeners('exit')
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await exited
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
