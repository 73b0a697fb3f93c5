import { expect, test } from 'vitest'
import { lookupSource } from '../../../../testing/shims.js'
import '../../testing/loaded.js'
import { decideLineNow } from '../decide-line.js'

const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev', suggests: false }

/** Patches change the files that they name, however many leading folders are stripped from a name. */
test.each([
  ['--- a/src/a.ts\n+++ b/src/a.ts', 'allow'],
  ['--- /dev/null\n+++ b/src/a.ts', 'allow'],
  ['--- /dev/null\n+++ b/.git/hooks/pre-commit', 'no'],
  ['diff --git a/x b/.claude/settings.json\nrename from x\nrename to .claude/settings.json', 'no'],
  ['diff --git a/.claude/settings.json b/.claude/settings.json\nold mode 100644\nnew mode 100755', 'no'],
  ['--- a/../x\n+++ b/../x', 'no'],
  ['--- "a/\\056claude/x"\n+++ "b/\\056claude/x"', 'no'],
  ['no patch', 'no'],
])('git apply of %j: %s', (patch, wanted) => {
  for (const call of ['git apply', 'git am', 'git apply -p0', 'git apply --stat --apply']) {
    const line = `${call} <<'EOF'\n${patch}\n@@ -1 +1 @@\n-a\n+b\nEOF`
    const { decision } = decideLineNow(line, { ...places, mode: 'accept-edits' })
    expect([call, decision === 'allow' ? 'allow' : 'no']).toEqual([call, wanted])
  }
})
