import type { Pattern } from '@atip/protocol'
import type { StoredPattern } from '@atip/discover/patterns'
import { t } from 'tooli'

/** A pattern with its steps, and where it comes from. */
export const PATTERN = t.object({
  name: t.string(),
  description: t.string(),
  source: t.enum(['tool', 'user', 'registry'], 'A description, a file of yours, or one from a registry'),
  file: t.string().optional(),
  tools: t.array(t.string(), 'The programs that its steps call'),
  executable: t.boolean('It may be run; otherwise it is advice'),
  steps: t.array(t.object({ command: t.string(), description: t.string().optional() })),
  variables: t.record(t.unknown(), 'By name, as in the pattern').optional(),
  tags: t.array(t.string()).optional(),
})

type Shown = Pick<StoredPattern, 'pattern' | 'tools'> & { source: StoredPattern['source'] | 'tool'; file?: string }

export function patternShown({ pattern, tools, source, file }: Shown) {
  const { name, description, steps, variables, tags } = pattern
  return {
    name,
    description,
    source,
    ...(file !== undefined && { file }),
    tools,
    executable: pattern.executable === true,
    steps: steps.map(({ command, description: about }) => ({
      command,
      ...(about !== undefined && { description: about }),
    })),
    ...(variables && { variables: variables as Record<string, unknown> }),
    ...(tags && { tags }),
  }
}

/** The patterns in the description of a tool. */
export function patternsOf(name: string, patterns: readonly Pattern[] = []): Shown[] {
  return patterns.map((pattern) => ({ pattern, tools: [name], source: 'tool' }))
}
