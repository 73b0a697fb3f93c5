import type { EventEmitter } from 'node:events'

/** What `main.ts` listens for: commands are bundled apart and share nothing but the process. */
export const VERDICT = 'atip:verdict'

/** Makes the program exit with 1 although the command has done its work: what it looked at is not as it should be. */
export function failWithResult(): void {
  const emitter: EventEmitter = process
  emitter.emit(VERDICT)
}
