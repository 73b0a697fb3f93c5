/** What a model reads and writes to get tasks done through `atip mcp`, and whether it finds the right command. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'

/**
 * Each task is searched for; the right command, or the first hit where it was not found, is described and called. The
 * programs only print their words, so that what is counted is ours.
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

/** What the model writes, and the text that it reads. */
async function call(server, name, input) {
  const { content } = await server.ask('tools/call', { name, arguments: input })
  const [{ text }] = content
  const tokens = countTokens(JSON.stringify({ name, arguments: input })) + countTokens(text)
  return { tokens, answer: JSON.parse(text) }
}

export function totalsOf(tasks) {
  return tasks.map(({ search, describe, call: run }) => search + describe + run)
}

/** The value below which such a share of them is. */
export function at(values, share) {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The mean of the sources of queries, as the scorer of the data set counts. */
export function recallOf(tasks) {
  const sources = new Map()
  for (const task of tasks) sources.set(task.source, [...(sources.get(task.source) ?? []), task])
  const rates = [...sources.values()].map((some) => some.filter(({ isFound }) => isFound).length / some.length)
  return rates.reduce((sum, rate) => sum + rate, 0) / rates.length
}
