/** Lets a program of another framework describe itself, prime agents and serve MCP. */
export function agentify<P>(program: P): P {
  return program
}
