import { expect, test } from 'vitest'
import { programOf } from './program.js'

const started = (...argv: string[]) => ({ execPath: '/bin/node', execArgv: [] as string[], argv })

test('a program is started again by its file, with the same options for Node and none of its words', () => {
  const process = { ...started('/bin/node', '/app/cli.js', 'build'), execArgv: ['--import', 'tsx', '--inspect=9229'] }
  expect(programOf(process)).toEqual(['/bin/node', '--import', 'tsx', '/app/cli.js'])
})

test('a program that is one file with Node in it is started as that', () => {
  expect(programOf({ ...started('/bin/app', '/bin/app', 'build'), execPath: '/bin/app' })).toEqual(['/bin/app'])
})

test.each([['-e'], ['--eval'], ['--print'], ['-p']])('code from the line (%s) cannot be started again', (flag) => {
  expect(programOf({ ...started('/bin/node', 'build'), execArgv: [flag, 'code'] })).toBeUndefined()
})
