import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Installation } from './installation.js'

export interface Terminal {
  /** Types keys and waits until the screen shows something new that matches. */
  type(keys: string, until: RegExp): Promise<RegExpMatchArray>
  /** Presses the keys, then Enter; returns the words that the program was called with. */
  wordsAfter(keys: string): Promise<string[]>
  close(): Promise<void>
}

/** An interactive shell in its own terminal, which `script` of util-linux provides. */
export function openTerminal(command: string, { folder, env }: Installation): Terminal {
  const child = spawn('script', ['-qfc', command, '/dev/null'], { cwd: folder, env, stdio: 'pipe' })
  const hasEnded = once(child, 'close')
  let screen = ''
  let look = () => {}
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    screen += text
    look()
  })
  const type = (keys: string, until: RegExp) => {
    screen = ''
    child.stdin.write(keys)
    return new Promise<RegExpMatchArray>((resolve, reject) => {
      const timer = setTimeout(() => {
        // Clears the line for the next test.
        child.stdin.write('\u0003')
        reject(new Error(`expected ${until}, the screen is:\n${screen}`))
      }, 10_000)
      look = () => {
        const found = screen.match(until)
        if (found === null) return
        clearTimeout(timer)
        look = () => {}
        resolve(found)
      }
      look()
    })
  }
  return {
    type,
    async wordsAfter(keys) {
      const [, words] = await type(`${keys}\n`, /called with (\[.*\])\r?\n[^]*READY> /)
      return JSON.parse(words!) as string[]
    },
    async close() {
      // Ends `script`, and the shell with its terminal.
      child.kill('SIGKILL')
      await hasEnded
    },
  }
}
