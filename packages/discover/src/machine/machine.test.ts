import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { homeFolder, thisMachine } from './machine.js'

test('an empty HOME counts as unset: the system says where the home folder is', () => {
  const { homedir } = userInfo()
  expect([homeFolder({}), homeFolder({ HOME: '' })]).toEqual([homedir, homedir])
  expect(homeFolder({ HOME: '/home/somebody' })).toBe('/home/somebody')
  expect(thisMachine({ HOME: '' })).toEqual(thisMachine({}))
})

test('a relative HOME is an error, because it names another folder in each folder', () => {
  for (const HOME of ['rel', '.', '~']) {
    expect(() => homeFolder({ HOME })).toThrow(`HOME is "${HOME}", which is not an absolute path`)
    expect(() => thisMachine({ HOME })).toThrow('not an absolute path')
  }
})
