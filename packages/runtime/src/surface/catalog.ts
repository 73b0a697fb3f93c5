import { checksOf } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

/** All tools of a runtime, by id. Names from models are keys of maps, so `__proto__` is a name like any other. */
export class ToolCatalog {
  readonly #tools = new Map<string, RuntimeTool>()

  constructor(tools: readonly RuntimeTool[]) {
    for (const tool of tools) this.add(tool)
  }

  add(tool: RuntimeTool): void {
    if (this.#tools.has(tool.id)) throw new TypeError(`there are two tools with the id ${tool.id}`)
    // A schema that does not compile is reported when the tool is loaded, not when it is called.
    checksOf(tool)
    this.#tools.set(tool.id, tool)
  }

  all(): RuntimeTool[] {
    return [...this.#tools.values()]
  }
}

/** By what a model may call a tool. */
export function namesOf({ id, name, aliases = [] }: RuntimeTool): string[] {
  return [...new Set([name, id, ...aliases])]
}
