/** The information about tools that agents may share (RFC 10.3). */
export interface ToolContext {
  availableTools: string[]
  authenticatedTools: string[]
  recentCommands: RecentCommand[]
}

export interface RecentCommand {
  tool: string
  /** The command without its arguments, which may be private. */
  command: string
  exitCode: number
}

/** The last commands, newest last. */
export class RecentCommands {
  readonly #all: RecentCommand[] = []

  constructor(readonly most = 20) {}

  add(command: RecentCommand): void {
    this.#all.push(command)
    if (this.#all.length > this.most) this.#all.shift()
  }

  list(): RecentCommand[] {
    return [...this.#all]
  }
}
