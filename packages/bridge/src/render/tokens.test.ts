import { expect, test } from 'vitest'
import { estimateTokens } from './tokens.js'

/** Counted with gpt-tokenizer 4.0.0, o200k_base. */
const COUNTED: [tokens: number, text: string][] = [
  [27, 'gh_pr_create(title?, body?, draft?, base?, head?) Create a pull request [⚠️ NOT IDEMPOTENT]'],
  [
    84,
    '{"type":"function","function":{"name":"gh_repo_delete","description":"Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]","parameters":{"type":"object","properties":{"repo":{"type":"string","description":"Repository to delete, as OWNER/NAME"},"yes":{"type":"boolean","description":"Confirm deletion without prompting"}},"required":["repo"]},"strict":false}}',
  ],
  [
    58,
    '/** List pull requests */\ndeclare function gh_pr_list(input?: {\n  /** Which state (default: open) */\n  state?: "open" | "closed" | "merged" | "all"\n  /** How many at most */\n  limit?: number\n}): Promise<string>',
  ],
  [
    38,
    'Rewrites the history of the current branch so that it starts at another commit. Commits that are already published should not be rewritten, because whoever has them would have to repair their copies.',
  ],
]

const FOREIGN: typeof COUNTED = [
  [15, 'Löscht das Verzeichnis unwiderruflich und ohne Rückfrage.'],
  [16, 'Удаляет репозиторий навсегда. Это действие необратимо.'],
  [15, '删除存储库。此操作不可逆,请谨慎使用。'],
  [18, 'リポジトリを削除します。この操作は元に戻せません。'],
  [32, '2024-11-16T00:34:03+0000 127.0.0.1 65535 0xdeadbeef'],
]

test.each(COUNTED)('what we render is estimated within 10 %%: %i tokens', (tokens, text) => {
  expect(Math.abs(estimateTokens(text) - tokens) / tokens).toBeLessThanOrEqual(0.1)
})

test.each(FOREIGN)('other texts are estimated within 25 %%: %i tokens', (tokens, text) => {
  expect(Math.abs(estimateTokens(text) - tokens) / tokens).toBeLessThanOrEqual(0.25)
})

test('nothing costs nothing', () => {
  expect(estimateTokens('')).toBe(0)
})
