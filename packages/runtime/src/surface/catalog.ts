import { checksOf } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

/** All tools of a runtime, by id. A Map, because names come from models and may be `__proto__`. */
export class ToolCatalog {
  readonly #tools = new Map<string, RuntimeTool>()

  constructor(tools: readonly RuntimeTool[]) {
    for (const tool of tools) this.add(tool)
  }

  add(tool: RuntimeTool): void {
    if (this.#tools.has(tool.id)) throw new TypeError(`there are two tools with the id ${tool.id}`)
    // Compiles the schemas now, so that an invalid one is reported when the tool is added, not when it is called.
    checksOf(tool)
    this.#tools.set(tool.id, tool)
  }

  all(): RuntimeTool[] {
    return [...this.#tools.values()]
  }
}

/** The names by which a model may call a tool. */
export function namesOf({ id, name, aliases = [] }: RuntimeTool): string[] {
  return [...new Set([name, id, ...aliases])]
}
