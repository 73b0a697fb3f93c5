/**
 * Tests the tests of the runtime: plants one fault at a time in a copy of the built package, and runs the scenario that
 * should detect it. Fails if a fault is not detected. Pass names of faults to plant only those.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'

const root = join(import.meta.dirname, '..')
const built = join(root, 'packages/runtime/dist')

/** A fault: the file, the original text, the faulty text, and a pattern for the test that detects it. */
const FAULTS = {
  'result order': ['pipeline/batch.js', 'Promise.all(running)', 'Promise.all([...running].reverse())', 'A1:'],
  'conflict rule': ['schedule/resource.js', "a.access === 'write' ||", "a.access === 'write' &&", 'A2:'],
  'hook allow': [
    'permission/decide.js',
    "if (ruling.decision === 'deny')",
    "if (ruling.decision === 'deny' && votes.some((one) => one.decision === 'allow')) return byHook('allow', votes[0])\n    if (ruling.decision === 'deny')",
    'A7:',
  ],
  'no check after a rewrite': ['pipeline/pre-hooks.js', 'await classify(call, parts);', '', 'A9:'],
  'policy epoch': ['pipeline/permission.js', 'call.judged.epoch === parts.policy().epoch)\n', 'true)\n', 'A11:'],
  'sibling default': ['pipeline/batch.js', "siblingFailure = 'ignore'", "siblingFailure = 'cancel_siblings'", 'A12:'],
  'missing approver': [
    'pipeline/approval.js',
    'if (approver === undefined) {',
    "if (approver === undefined) {\n        return void decide(call, parts, { ...verdict, behavior: 'allow' })",
    'A10:',
  ],
  'cut through a surrogate pair': ['results/preview.js', '[...text]', "text.split('')", 'A15:'],
  'swallowed log error': [
    'events/stream.js',
    'throw new AuditUnavailable(',
    'void new AuditUnavailable(',
    'A16: a log',
  ],
  'prime single flight': ['prime/gate.js', 'if (running === undefined) {', '{', 'A17:'],
  'scope override': [
    'runtime.js',
    '[...this.delegation.parent.#ceilings(), this.delegation.ceiling]',
    '[this.delegation.ceiling]',
    'A18:',
  ],
  symlink: ['facts/to-atip.js', ', realPath(path, cwd)]', ']', 'A19:'],
  'lock of a stuck call': ['pipeline/run-call.js', 'if (call.stuck === undefined)', 'if (true)', 'A14:'],
  ancestors: ['schedule/scheduler.js', 'isAncestor(other, entry) ||', '', 'A18:'],
  'nested order': [
    'schedule/scheduler.js',
    '[...(above?.order ?? []), (above ?? this.#root).children++]',
    '[this.#root.children++]',
    'A18:',
  ],
  'AST walk': ['permission/judge-call.js', 'decideLine(line, {', 'decideLine(line.split(/[;&(]/)[0], {', 'A19:'],
  'open defaults': [
    'facts/settle.js',
    '?? {};',
    '?? { readOnly: true, destructive: false, openWorld: false, concurrencySafe: true, footprint: [] };',
    'A4:',
  ],
  'mutated model input': [
    'pipeline/invocation.js',
    'this.set(name, to);',
    "this.set(name, to);\n        this.set('model', to);",
    'A8:',
  ],
  'sensitive fields': ['values/masked.js', 'names.includes(key) ? MASK', 'false ? MASK', 'A16: it'],
  'side effects': ['pipeline/finish.js', "? 'none' : 'possible'", "? 'none' : 'none'", 'A13:'],
}

const wanted = process.argv.slice(2)
const unknown = wanted.find((name) => !Object.hasOwn(FAULTS, name))
if (unknown !== undefined) throw new Error(`there is no fault ${JSON.stringify(unknown)}`)

const missed = []
const [innocent] = await failuresWith('no fault', ['index.js', '', '', ''])
if (innocent !== undefined) throw new Error(`without any fault, this test fails: ${innocent}`)
for (const [name, fault] of Object.entries(FAULTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const failed = await failuresWith(name, fault)
  console.log(failed.length > 0 ? `found   ${name}: ${failed[0]}` : `MISSED  ${name}`)
  if (failed.length === 0) missed.push(name)
}
if (missed.length > 0) process.exitCode = 1
else console.log('Every fault was found.')

/** The names of the tests that fail with the fault. */
async function failuresWith(name, [file, text, replacement, pattern]) {
  // Git ignores this folder, and dependencies are found from it.
  const copy = join(root, `node_modules/.cache/runtime-faults-${process.pid}`)
  try {
    cpSync(built, copy, { recursive: true })
    const code = readFileSync(join(copy, file), 'utf8')
    if (text !== '' && code.split(text).length !== 2)
      throw new Error(`${name}: the text is not exactly once in ${file}: ${text}`)
    writeFileSync(
      join(copy, file),
      code.replace(text, () => replacement),
    )
    const options = { config: join(root, 'vitest.config.ts'), watch: false, reporters: [{}], testNamePattern: pattern }
    const alias = [{ find: /^@atip\/runtime$/, replacement: join(copy, 'index.js') }]
    const vitest = await startVitest('test', ['test/runtime-scenarios'], { root, ...options }, { resolve: { alias } })
    const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
    await vitest.close()
    const ran = tests.filter((test) => test.result().state !== 'skipped')
    if (ran.length === 0) throw new Error(`${name}: no test is called ${pattern}`)
    process.exitCode = 0
    return ran.filter((test) => test.result().state === 'failed').map((test) => test.name)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
