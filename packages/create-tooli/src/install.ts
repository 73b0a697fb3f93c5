import { spawn } from 'node:child_process'
import { ToolError } from 'tooli'

/** Runs `npm install`, with the npm that started this process if there is one. Shows its output only on failure. */
export async function installPackages(folder: string): Promise<void> {
  const npm = process.env.npm_execpath
  const [program, ...words] = npm === undefined ? ['npm'] : [process.execPath, npm]
  const child = spawn(program!, [...words, 'install', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: npm === undefined && process.platform === 'win32',
  })
  const printed: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk))
  const problem = await new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code) => resolve(code === 0 ? undefined : Buffer.concat(printed).toString().trim()))
  })
  if (problem === undefined) return
  throw new ToolError('E4001', `npm install failed in ${folder}; the files are there. ${problem}`, { retryable: true })
}
