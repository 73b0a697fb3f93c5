/** The surroundings of a run: where output goes, who can be asked. Tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  readonly columns: number
  write(text: string | Uint8Array): void
  writeError(text: string | Uint8Array): void
  /** Shows a long text in a pager; false if it must be printed instead. Called only on a terminal. */
  page?(text: string, tool: string): Promise<boolean>
  readStdin(): string | Promise<string>
  /** Undefined if no user can be asked. */
  ask(question: string): Promise<boolean | undefined>
  /** Asks for a value. Absent if no user can be asked. */
  readonly prompt?: ((question: ValueQuestion) => Promise<string | undefined>) | undefined
}

export interface ValueQuestion {
  text: string
  choices?: readonly string[]
  /** The input is not echoed. */
  isSecret?: boolean
}
