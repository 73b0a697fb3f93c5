import { createHash } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERAS, openClient } from '../../testing/open-client.js'
import { command, defineCli, t, type AnyCli } from '../index.js'

/** Enough for a busy machine. */
const PATIENT = { timeout: 250_000, interval: 5 }

const watchers = new Map<string, () => void>()
const watched = (name: string) => (changed: () => void) => {
  watchers.set(name, changed)
  return () => watchers.delete(name)
}

const cli = defineCli({
  name: 'library',
  version: '1.0.0',
  description: 'Lend books',
  command: command({ description: 'Lend a book', run: () => 'lent' }),
  mcp: {
    resources: {
      'library://rules': {
        name: 'Rules',
        description: 'What is allowed',
        mimeType: 'text/plain',
        read: () => 'Be quiet',
      },
      'library://logo': { name: 'Logo', mimeType: 'image/png', read: () => new Uint8Array([1, 2, 255]) },
      'library://loans': { name: 'Loans', read: () => 'none', watch: watched('loans') },
      'library://gone': { name: 'Gone', read: () => undefined },
      'library://broken': { name: 'Broken', read: () => Promise.reject(new Error('burnt')) },
      'library://books/{author}/{title}': {
        name: 'A book',
        read: ({ author, title }) => (author === 'nobody' ? undefined : `${title} by ${author}`),
        complete: { author: (typed) => ['austen', 'atwood', 'borges'].filter((one) => one.startsWith(typed)) },
        watch: watched('book'),
      },
      'library://many/{id}': {
        name: 'Many',
        read: () => '',
        complete: { id: async () => Array.from({ length: 250 }, (_, index) => `id${index}`) },
      },
    },
    prompts: {
      hello: { description: 'Say hello', get: () => 'Say hello.' },
      review: {
        description: 'Review a book',
        args: t.object({
          book: t.string('Which one').cli({ complete: async () => ['Emma', 'Effi', 'Ulysses'] }),
          tone: t.enum(['kind', 'keen', 'cruel']).optional(),
        }),
        get: ({ book, tone }) => [
          { role: 'user', content: { type: 'text', text: `Review ${book}, be ${tone ?? 'fair'}` } },
          { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        ],
      },
      asks: {
        description: 'Ask first',
        async get(_, client) {
          const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] }
          const { content } = await client.elicit('mood', { message: 'Which mood?', schema })
          return `Write in a ${String(content.mood)} mood.`
        },
      },
    },
  },
}) as AnyCli

describe.each(ERAS)('a %s client', (era) => {
  let client: Client
  beforeEach(async () => {
    client = await openClient(cli, {
      era,
      capabilities: { elicitation: {} },
      prepare: (opened) =>
        opened.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { mood: 'merry' } })),
    })
  })
  afterEach(() => client.close())

  test('lists resources and templates apart', async () => {
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(
      ['rules', 'logo', 'loans', 'gone', 'broken'].map((name) => `library://${name}`),
    )
    expect(resources[0]).toEqual({
      uri: 'library://rules',
      name: 'Rules',
      description: 'What is allowed',
      mimeType: 'text/plain',
    })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'library://books/{author}/{title}',
      'library://many/{id}',
    ])
  })

  test('reads text, bytes, and what a template stands for', async () => {
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0]
    expect(await read('library://rules')).toEqual({ uri: 'library://rules', mimeType: 'text/plain', text: 'Be quiet' })
    expect(await read('library://logo')).toEqual({ uri: 'library://logo', mimeType: 'image/png', blob: 'AQL/' })
    const emma = 'library://books/austen/emma'
    expect(await read(emma)).toEqual({ uri: emma, text: 'emma by austen' })
    const encoded = 'library://books/jane%20austen/100%25%2F%C3%A9'
    expect(await read(encoded)).toEqual({ uri: encoded, text: '100%/é by jane austen' })
    const malformed = 'library://books/austen/100%'
    expect(await read(malformed)).toEqual({ uri: malformed, text: '100% by austen' })
  })

  test.each([
    'library://gone',
    'library://nothing',
    'library://books/nobody/x',
    'library://books/austen',
    'constructor',
    'skill://other/SKILL.md',
    'file:///etc/passwd',
  ])('is told that there is nothing at %s', async (uri) => {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ message: expect.stringMatching(/not found/i) })
  })

  test('is told why a resource cannot be read', async () => {
    await expect(client.readResource({ uri: 'library://broken' })).rejects.toThrow('burnt')
  })

  test('hears of changes as long as it listens', async () => {
    const heard: string[] = []
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    const uri = 'library://loans'
    const listening = era === 'modern' ? await client.listen({ resourceSubscriptions: [uri] }) : undefined
    if (era === 'legacy') await client.subscribeResource({ uri })
    watchers.get('loans')!()
    await vi.waitFor(() => expect(heard).toEqual([uri]), PATIENT)
    if (era === 'legacy') await client.unsubscribeResource({ uri })
    await listening?.close()
    watchers.get('loans')?.()
    await client.listResources()
    expect(heard).toEqual([uri])
    await client.close()
    await vi.waitFor(() => expect(watchers.has('loans')).toBe(false), PATIENT)
  })

  test('lists prompts with their arguments, and gets them', async () => {
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['hello', 'review', 'asks'])
    expect(prompts[1]!.arguments).toEqual([
      { name: 'book', description: 'Which one', required: true },
      { name: 'tone', required: false },
    ])
    const texts = async (name: string, given: Record<string, string> = {}) =>
      (await client.getPrompt({ name, arguments: given })).messages.map(({ role, content }) => [
        role,
        (content as { text: string }).text,
      ])
    expect(await texts('hello')).toEqual([['user', 'Say hello.']])
    expect(await texts('review', { book: 'Emma' })).toEqual([
      ['user', 'Review Emma, be fair'],
      ['assistant', 'Gladly.'],
    ])
    expect(await texts('asks')).toEqual([['user', 'Write in a merry mood.']])
  })

  test.each([
    ['nobody', {}, 'there is no prompt "nobody"'],
    ['constructor', {}, 'there is no prompt "constructor"'],
    ['review', {}, 'book is missing'],
    ['review', { book: 'Emma', tone: 'rude' }, 'tone must be one of kind, keen, cruel'],
    ['review', { book: 'Emma', size: '1' }, 'size is not known'],
  ])('is refused the prompt %s with %j', async (name, given, message) => {
    await expect(client.getPrompt({ name, arguments: given as Record<string, string> })).rejects.toThrow(message)
  })

  test.each([
    [{ type: 'ref/prompt', name: 'review' }, 'book', 'E', ['Emma', 'Effi']],
    [{ type: 'ref/prompt', name: 'review' }, 'tone', 'k', ['kind', 'keen']],
    [{ type: 'ref/prompt', name: 'review' }, 'constructor', '', []],
    [{ type: 'ref/prompt', name: 'review' }, 'nothing', '', []],
    [{ type: 'ref/prompt', name: 'hello' }, 'x', '', []],
    [{ type: 'ref/resource', uri: 'library://books/{author}/{title}' }, 'author', 'a', ['austen', 'atwood']],
    [{ type: 'ref/resource', uri: 'library://books/{author}/{title}' }, 'title', '', []],
    [{ type: 'ref/resource', uri: 'library://books/{author}/{title}' }, 'constructor', '', []],
    [{ type: 'ref/resource', uri: 'library://nothing' }, 'x', '', []],
  ] as const)('has %j, %s completed from %j', async (ref, name, value, values) => {
    const { completion } = await client.complete({ ref, argument: { name, value } })
    expect(completion).toEqual({ values, total: values.length, hasMore: false })
  })

  test('gets at most a hundred completions, and is told that there are more', async () => {
    const ref = { type: 'ref/resource', uri: 'library://many/{id}' } as const
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: '' } })
    expect(completion).toMatchObject({ total: 250, hasMore: true })
    expect(completion.values).toHaveLength(100)
  })

  test('finds the skill, whose digest is that of the text it reads', async () => {
    const anything = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const
    const ask = (method: string, params = {}) => client.request({ method, params } as never, anything as never)
    const { skills } = (await ask('skills/list')) as { skills: { uri: string; name: string }[] }
    const [skill] = skills
    expect(skill!.uri).toMatch(/^skill:\/\/library\//)
    const { contents } = await client.readResource({ uri: skill!.uri })
    const { text } = contents[0] as { text: string }
    expect(text).toMatch(/^---\nname: library\n/)
    const got = (await ask('skills/get', { uri: skill!.uri })) as { skill: object }
    expect(got.skill).toEqual(skill)
    expect(JSON.stringify(skill)).toContain(createHash('sha256').update(text).digest('hex'))
    await expect(ask('skills/get', { uri: 'skill://other/SKILL.md' })).rejects.toThrow('there is no skill')
  })
})

test('a tool without any of these gives empty lists', async () => {
  const bare = defineCli({
    name: 'bare',
    version: '1.0.0',
    description: 'Nothing more',
    command: command({ description: 'Go', run: () => 1 }),
  }) as AnyCli
  for (const era of ERAS) {
    const client = await openClient(bare, { era })
    const { prompts, completions, resources } = client.getServerCapabilities()!
    expect({ prompts, completions, resources }).toEqual({ prompts: {}, completions: undefined, resources: {} })
    expect((await client.listPrompts()).prompts).toEqual([])
    expect((await client.listResources()).resources).toEqual([])
    await client.close()
  }
})
