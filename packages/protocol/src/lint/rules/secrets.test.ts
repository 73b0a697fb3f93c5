import { expect, test } from 'vitest'
import { foundBy, pointersFoundBy, sample } from '../../../testing/lint-sample.js'

const option = (name: string, parts: object = {}) => ({ name, flags: [`--${name}`], type: 'string', ...parts })

test.each([
  ['password', {}, true],
  ['db-password', {}, true],
  ['apiKey', {}, true],
  ['access-key', {}, true],
  ['token', {}, true],
  ['auth', { flags: ['--auth-token'] }, true],
  ['anything', { 'x-atip': { value: { kind: 'secret' } } }, true],
  ['token', { envVar: 'DEMO_TOKEN' }, false],
  ['password', { type: 'boolean' }, false],
  ['password', { type: 'file' }, false],
  ['max-tokens', { type: 'integer' }, false],
  ['next-token', {}, false],
  ['public-key', {}, false],
  ['token-type', {}, false],
  ['keyboard', {}, false],
])('secret-in-argv for --%s with %j: %s', (name, parts, isFound) => {
  const document = sample({ commands: { login: { description: 'Log in', options: [option(name, parts)] } } })
  expect(pointersFoundBy('secret-in-argv', document)).toEqual(isFound ? ['/commands/login/options/0'] : [])
})

test('another way to give the same secret is enough', () => {
  const options = [option('password'), option('password-stdin', { type: 'boolean' })]
  expect(foundBy('secret-in-argv', sample({ commands: { login: { description: 'Log in', options } } }))).toEqual([])
})

test('a way to give another secret is not', () => {
  const options = [option('password'), option('key-file', { type: 'file' })]
  expect(foundBy('secret-in-argv', sample({ commands: { login: { description: 'Log in', options } } }))).toHaveLength(1)
})
