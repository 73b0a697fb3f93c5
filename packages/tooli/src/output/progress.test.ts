import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { knownText, measured } from './known-widths.fixture.js'
import { createProgress } from './progress.js'

const CLEAR = '\r\u001b[K'

function terminal(columns = 60, isTTY = true, env: Record<string, string> = {}) {
  const written: string[] = []
  let now = 0
  const stream = { isTTY, columns, write: (text: string) => void written.push(text) }
  const progress = createProgress(stream, () => now, env)
  return { written, progress, wait: (milliseconds: number) => void (now += milliseconds) }
}

describe('a progress bar', () => {
  test('shows how far it is, in place', () => {
    const { progress, written } = terminal()
    progress.update(5, 10, 'copying')
    expect(written).toEqual([`${CLEAR}███████████████░░░░░░░░░░░░░░░  50%  5/10 copying`])
  })

  test('counts and turns when the end is unknown', () => {
    const { progress, written, wait } = terminal()
    progress.update(3, undefined, 'files')
    wait(50)
    progress.update(4, undefined, 'files')
    expect(written).toEqual([`${CLEAR}⠋ 3 files`, `${CLEAR}⠙ 4 files`])
  })

  test('turns by itself while nothing else is known, until something else is drawn', () => {
    vi.useFakeTimers()
    try {
      const { progress, written } = terminal()
      progress.spin('thinking')
      vi.advanceTimersByTime(200)
      expect(written.splice(0)).toEqual([`${CLEAR}⠋ thinking`, `${CLEAR}⠙ thinking`, `${CLEAR}⠹ thinking`])
      progress.end()
      vi.advanceTimersByTime(1000)
      expect(written).toEqual([CLEAR])
      const piped = terminal(60, false)
      piped.progress.spin('thinking')
      vi.advanceTimersByTime(1000)
      expect(piped.written).toEqual([])
    } finally {
      vi.useRealTimers()
    }
  })

  test.each([
    [{ LC_ALL: 'C' }, '###############...............'],
    [{ LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, '###############...............'],
    [{ LC_ALL: '', LC_CTYPE: 'de_DE.ISO-8859-1', LANG: 'de_DE.UTF-8' }, '###############...............'],
    [{ LANG: 'C.utf8' }, '███████████████░░░░░░░░░░░░░░░'],
    [{}, '███████████████░░░░░░░░░░░░░░░'],
  ])('is drawn with the characters of the locale %o', (env, bar) => {
    const { progress, written } = terminal(60, true, env)
    progress.update(5, 10)
    expect(written).toEqual([`${CLEAR}${bar}  50%  5/10`])
  })

  test('turns in ASCII where there is nothing else', () => {
    const { progress, written, wait } = terminal(60, true, { LC_ALL: 'C' })
    for (let done = 0; done < 5; done++, wait(50)) progress.update(done)
    expect(written.map((line) => line.replace(CLEAR, ''))).toEqual(['| 0', '/ 1', '- 2', '\\ 3', '| 4'])
  })

  test('is drawn at most twenty times a second', () => {
    const { progress, written, wait } = terminal()
    for (let done = 0; done < 1000; done++) {
      progress.update(done, 1000)
      wait(1)
    }
    expect(written).toHaveLength(20)
  })

  test('takes itself away, once, and comes back if there is more', () => {
    const { progress, written } = terminal()
    progress.end()
    progress.update(1, 2)
    progress.end()
    progress.end()
    progress.update(2, 2)
    expect(written).toEqual([expect.stringContaining('50%'), CLEAR, expect.stringContaining('100%')])
  })

  test('says nothing in a pipe', () => {
    const { progress, written } = terminal(80, false)
    progress.update(1, 2, 'x')
    progress.end()
    expect(written).toEqual([])
  })

  test('stays in one line whatever it is told, and passes no control characters on', () => {
    const count = fc.oneof(fc.nat(), fc.double())
    const text = fc.oneof(knownText, fc.constant('\u001b[2J\n'))
    fc.assert(
      fc.property(
        count,
        fc.option(count, { nil: undefined }),
        text,
        fc.integer({ min: 2, max: 100 }),
        (done, total, said, columns) => {
          const { progress, written } = terminal(columns)
          progress.update(done, total, said)
          const drawn = written.join('').slice(CLEAR.length)
          expect(drawn).not.toMatch(/\p{Cc}/u)
          expect(measured(drawn)).toBeLessThan(columns)
        },
      ),
    )
  })
})
