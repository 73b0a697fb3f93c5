/** The world around a run: where output goes, who can be asked. Tests pass their own. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** Whether a person sees stdout. */
  readonly isTerminal: boolean
  readonly isErrorTerminal: boolean
  readonly columns: number
  write(text: string): void
  writeError(text: string): void
  /** Shows a long text in a pager; false if it has to be printed instead. Only where there is a terminal. */
  page?(text: string, tool: string): Promise<boolean>
  readStdin(): string | Promise<string>
  /** Undefined if no person can be asked. */
  ask(question: string): Promise<boolean | undefined>
}
