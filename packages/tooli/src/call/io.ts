/** The world around a run: where output goes, who can be asked. Tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a person sees stdout. */
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  readonly columns: number
  write(text: string | Uint8Array): void
  writeError(text: string | Uint8Array): void
  /** Shows a long text in a pager; false if it has to be printed instead. Only where there is a terminal. */
  page?(text: string, tool: string): Promise<boolean>
  readStdin(): string | Promise<string>
  /** Undefined if no person can be asked. */
  ask(question: string): Promise<boolean | undefined>
  /** Asks for a value. Only where a person can be asked. */
  readonly prompt?: ((question: ValueQuestion) => Promise<string | undefined>) | undefined
}

export interface ValueQuestion {
  text: string
  choices?: readonly string[]
  /** What is typed is not shown. */
  isSecret?: boolean
}
