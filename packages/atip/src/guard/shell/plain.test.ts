import fc from 'fast-check'
import { parse, type Command, type Word } from 'unbash'
import { describe, expect, it } from 'vitest'
import { plainScript } from './plain.js'

/** A tree with everything that can be asked of it. */
function shown(text: string, script = parse(text)): unknown {
  const wordShown = ({ type, text: raw, value, pos, end, parts }: Word) => ({ type, raw, value, pos, end, parts })
  const commandShown = ({ args, redirects, name, suffix, ...rest }: Command) => ({
    ...rest,
    name: wordShown(name!),
    suffix: suffix.map((word) => wordShown(word as Word)),
    args: args.map((word) => wordShown(word as Word)),
    redirects,
  })
  const commands = script.commands.map((statement) => ({
    ...statement,
    command: commandShown(statement.command as Command),
  }))
  return { ...script, commands }
}

describe('a line of plain words', () => {
  const letters = [...'abzAZ019_./:,@%+-= ']
  const line = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 30 })

  it('has the tree that the parser makes of it', () => {
    let seen = 0
    fc.assert(
      fc.property(line, (text) => {
        const script = plainScript(text)
        if (script === undefined) return
        seen++
        expect(shown(text, script)).toEqual(shown(text))
      }),
      { numRuns: 3000 },
    )
    expect(seen).toBeGreaterThan(500)
  })

  it.each([
    'ls',
    'git status',
    'git log --oneline -n 5 --format=%H',
    'npm run build',
    './a.sh',
    '. x',
    'export -p',
    '-',
  ])('is "%s"', (text) => expect(shown(text, plainScript(text))).toEqual(shown(text)))
})

describe('a line that the parser must read', () => {
  it.each([
    ...'if then else elif fi do done for while until in case esac function select coproc time ! { } [[ ]]'.split(' '),
    'time ls',
    'a=b',
    'a=b ls',
    'a+=b ls',
    'ls a=b',
    'export a=b',
    'alias ll=ls',
    ' ls',
    'ls ',
    'ls  a',
    '',
    'ls\t-l',
    'ls\n',
    'ls\nrm a',
    'ls é',
    'ls \u00a0',
    'ls \u2028',
    ...[...'|&;<>()$`\\"\'*?[]#~=%!{}^\0\r\u007f'].filter((sign) => sign !== '%').map((sign) => `ls a${sign} b`),
    'x'.repeat(1001),
  ])('is %j', (text) => expect(plainScript(text)).toBeUndefined())
})
