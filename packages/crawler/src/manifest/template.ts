import { isExtension, PROTOCOL_VERSION, readTool, unknownKey } from '@atip/protocol'

/** What is wrong with a template, at a JSON pointer. */
export interface TemplateProblem {
  pointer: string
  message: string
}

/** The keys of a description that a template may state. */
const KEYS = ['description', 'homepage', 'effects', 'patterns', 'authentication', 'commands', 'globalOptions', 'x-atip']

/** These are facts about the release, which only the crawler knows. */
const RESERVED = ['atip', 'binary', 'trust', '_generation', 'name', 'version']

/** The first mistake. A description that is missing is none: it is filled in with the name. */
export function templateProblem(template: Record<string, unknown>): TemplateProblem | undefined {
  for (const key of Object.keys(template)) {
    const pointer = `/${key}`
    if (RESERVED.includes(key)) return { pointer, message: `template must not state "${key}": the crawler does` }
    if (!KEYS.includes(key) && !isExtension(key))
      return { pointer, message: `template has an ${unknownKey(key, KEYS)}` }
  }
  const around = { atip: { version: PROTOCOL_VERSION }, name: 'template', version: '0', description: 'A template' }
  const reading = readTool({ ...around, ...template })
  if (reading.ok) return undefined
  const found = reading.problems.find(({ severity }) => severity === 'error') ?? reading.problems[0]
  const { pointer, message } = found ?? { pointer: '', message: 'it is no description' }
  return { pointer, message: `template is not valid at ${JSON.stringify(pointer)}: ${message}` }
}
