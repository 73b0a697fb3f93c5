import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { decideLineNow } from './decide-line.js'

const decide = (line: string, mode: 'default' | 'accept-edits' = 'accept-edits') =>
  decideLineNow(line, { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev', mode, suggests: false })

test.each([
  ["cat > try.py <<'EOF'\nprint(1)\nEOF\npython3 try.py; rm try.py", 'allow'],
  ['echo x > a.txt && rm -f a.txt', 'allow'],
  ['(echo x > a.txt); rm a.txt', 'allow'],
  ['if true; then echo x > a.txt; else echo y > a.txt; fi; rm a.txt', 'allow'],
  ['if true; then echo x > a.txt; fi; rm a.txt', 'ask'],
  ['echo x > src; rm -rf src', 'deny'],
  ['echo x > src; rm -r src', 'deny'],
  ['mv notes.txt b.txt; rm b.txt', 'ask'],
  ['echo x > a.txt; rm a.txt b.txt', 'ask'],
  ['echo x > a.txt; rm a.txt; rm a.txt', 'ask'],
  ['cd src && echo x > a.txt; cd ..; rm a.txt', 'ask'],
])('%s: %s, by whether only what the line made is lost', (line, decision) => {
  expect(decide(line).decision).toBe(decision)
})

test('the line is still asked about for what it writes, where edits are', () => {
  const { decision, commands } = decide('echo x > a.txt && rm a.txt', 'default')
  expect(decision).toBe('ask')
  expect(commands.map(({ decision: one, rule }) => `${one} ${rule}`)).toContain('allow own-temporary')
})

test.each([
  ["find . -name '*.pyc' -delete", 'allow', 'ask'],
  ["find src -name '*.pyc' -type f -delete", 'allow', 'ask'],
  ["find . -name '*.ts' -delete", 'deny', 'deny'],
  ['find . -delete', 'deny', 'deny'],
])('%s: what is found is deleted, and its names say whether a build makes it again', (line, edits, without) => {
  expect(decide(line).decision).toBe(edits)
  expect(decide(line, 'default').decision).toBe(without)
})

test.each([
  ['cp notes.txt /tmp', 'allow'],
  ['tar -xzf a.tgz -C /tmp', 'allow'],
  ['cp notes.txt /', 'ask'],
  ['cp notes.txt /etc', 'ask'],
])('%s: %s, by what is in the folder', (line, decision) => {
  expect(decide(line).decision).toBe(decision)
})
