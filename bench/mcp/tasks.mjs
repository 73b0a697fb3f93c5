/** The text that a model reads and writes to do tasks through `atip mcp`, and whether it finds the right command. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/**
 * Searches for each task; then describes and calls the right command, or the first hit if it was not found. The
 * programs only print their arguments, so that only our own text is counted.
 */
export async function doTasks(server, queries) {
  const tasks = []
  for (const { query, expected, source } of queries) {
    const found = await call(server, 'search_tools', { query })
    const hits = (found.answer.hits ?? []).map((line) => /^(.*?) \[([^\]]*)\]/.exec(line))
    const rank = hits.findIndex(([, name]) => expected.includes(name))
    const task = { source, isFound: rank >= 0, search: found.tokens, describe: 0, call: 0 }
    tasks.push(task)
    const chosen = hits[Math.max(0, rank)]
    if (chosen === undefined) continue
    const [, command, effects] = chosen
    task.describe = (await call(server, 'describe_tool', { command })).tokens
    const lane = effects.startsWith('read-only') ? 'run_readonly' : 'run'
    task.call = (await call(server, lane, { command })).tokens
  }
  return tasks
}

/** The model's call, and the text that it reads. */
async function call(server, name, input) {
  const { content } = await server.ask('tools/call', { name, arguments: input })
  const [{ text }] = content
  const tokens = countTokens(JSON.stringify({ name, arguments: input })) + countTokens(text)
  return { tokens, answer: JSON.parse(text) }
}

export function totalsOf(tasks) {
  return tasks.map(({ search, describe, call: run }) => search + describe + run)
}

/** The value below which this share of the values is. */
export function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The mean over the sources of queries, as in the scorer of the data set. */
export function recallOf(tasks) {
  const sources = new Map()
  for (const task of tasks) sources.set(task.source, [...(sources.get(task.source) ?? []), task])
  const rates = [...sources.values()].map((some) => some.filter(({ isFound }) => isFound).length / some.length)
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}
