import type { Sandbox } from '@atip/sandbox'

/** Ways to ask for the version, the most common first. */
const QUESTIONS = ['--version', '-V', 'version'] as const

const VERSION = /(?:^|[\s(,v-])v?(\d+(?:\.\d+)+(?:[-+~.]?[0-9A-Za-z]+)*)(?=$|[\s),;:])/m

/** Asks a program for its version, in the sandbox; undefined if it prints none. */
export async function askVersion(sandbox: Sandbox, program: string, signal?: AbortSignal): Promise<string | undefined> {
  for (const question of QUESTIONS) {
    const { status, code, stdout, stderr } = await sandbox.run([program, question], { ...(signal && { signal }) })
    if (status === 'not-started' || status === 'timed-out' || signal?.aborted === true) return undefined
    if (code !== 0) continue
    const found = [stdout, stderr].map((text) => versionIn(String(text))).find((one) => one !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** The first version-like word in the first lines. Later lines are about licences and libraries. */
export function versionIn(text: string): string | undefined {
  return VERSION.exec(text.split('\n').slice(0, 3).join('\n'))?.[1]
}
