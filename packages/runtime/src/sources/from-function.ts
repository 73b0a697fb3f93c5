import { defineTool } from '../tool/define-tool.js'
import type { RuntimeTool } from '../tool/tool.js'

type Described = Pick<RuntimeTool, 'description' | 'input'> & Partial<Omit<RuntimeTool, 'execute'>>

/** Creates a tool from a named function. Without `facts` nothing is known about it, so every call needs approval. */
export function toolFromFunction(execute: RuntimeTool['execute'], described: Described): RuntimeTool {
  const { name = execute.name, namespace = 'functions', id = `${namespace}.${name}` } = described
  return defineTool({ kind: 'function', ...described, id, name, namespace, execute })
}
