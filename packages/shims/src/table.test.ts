import { describe, expect, it } from 'vitest'
import { compileShim } from './compile.js'
import { readTable, writeTable } from './table.js'

const toolNamed = (tool: string) =>
  compileShim({ tool, about: `The tool ${tool}, with ä and €`, source: 'none', effects: 'reads', examples: {} })

describe('a table of shims', () => {
  const tools = ['cat', 'ls', 'wc'].map(toolNamed)
  const [cat, ls, wc] = tools
  const bytes = writeTable([
    { names: ['cat'], tool: cat! },
    { names: ['ls', 'dir'], tool: ls! },
    { names: ['wc'], tool: wc! },
  ])
  const readAt = (offset: number, length: number) => bytes.subarray(offset, offset + length)

  it('gives back what was written, by every name', () => {
    const table = readTable(readAt)
    expect(table.names()).toEqual(['cat', 'ls', 'dir', 'wc'])
    expect(table.lookup('cat')).toEqual(cat)
    expect(table.lookup('wc')).toEqual(wc)
    expect(table.lookup('dir')).toBe(table.lookup('ls'))
  })

  it('tells what each tool is for without reading the descriptions', () => {
    expect([...readTable(readAt).summaries()]).toEqual(
      ['cat', 'ls', 'dir', 'wc'].map((name) => [name, (name === 'dir' ? ls! : toolNamed(name)).description]),
    )
  })

  it('knows nothing of other names, not even those every object has', () => {
    const table = readTable(readAt)
    expect(table.lookup('rm')).toBeUndefined()
    expect(table.lookup('')).toBeUndefined()
    expect(table.lookup('constructor')).toBeUndefined()
    expect(table.lookup('__proto__')).toBeUndefined()
  })

  it('reads its head and the document that is asked for, each once', () => {
    const pieces: number[] = []
    const table = readTable((offset, length) => {
      pieces.push(length)
      return readAt(offset, length)
    })
    table.lookup('ls')
    table.lookup('dir')
    expect(pieces).toHaveLength(3)
    expect(pieces.reduce((sum, length) => sum + length)).toBeLessThan(bytes.length)
  })

  it('does not take a name for another that it is a part of, nor for a line', () => {
    const table = readTable(readAt)
    for (const name of ['l', 's', 'ca', 'at', 'cat 0', ' 0', '\n', '\nls', 'cat\nls', 'ls '])
      expect(table.lookup(name)).toBeUndefined()
  })

  it('takes names in any language, but none with blanks', () => {
    const table = writeTable([{ names: ['käse', 'チーズ'], tool: cat! }])
    const read = readTable((offset, length) => table.subarray(offset, offset + length))
    expect(read.lookup('käse')).toEqual(cat)
    expect(read.lookup('チーズ')).toBe(read.lookup('käse'))
    expect(() => writeTable([{ names: ['a b'], tool: cat! }])).toThrow('"a b" cannot be the name of a shim')
  })

  it('keeps data apart from shims', () => {
    const facts = { open: { mode: 'r' }, ä: [1, null] }
    const table = writeTable([{ names: ['cat'], tool: cat! }], { 'code/python': facts })
    const read = readTable((offset, length) => table.subarray(offset, offset + length))
    expect(read.data('code/python')).toEqual(facts)
    expect(read.data('code/perl')).toBeUndefined()
    expect(read.data('cat')).toBeUndefined()
    expect(read.data('')).toBeUndefined()
    expect(read.lookup('code/python')).toBeUndefined()
    expect(read.lookup('cat')).toEqual(cat)
    expect(read.names()).toEqual(['cat'])
    expect([...read.summaries().keys()]).toEqual(['cat'])
  })

  it('tells names of shims and of data by their slash', () => {
    expect(() => writeTable([{ names: ['a/b'], tool: cat! }])).toThrow('"a/b" cannot be the name of a shim')
    expect(() => writeTable([], { python: {} })).toThrow('"python" cannot be the name of data')
  })

  it('does not take two shims of one name', () => {
    const twice = [
      { names: ['cat'], tool: cat! },
      { names: ['tac', 'cat'], tool: ls! },
    ]
    expect(() => writeTable(twice)).toThrow('two shims are called "cat"')
  })
})
