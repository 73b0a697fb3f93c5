import { describe, expect, test } from 'vitest'
import { secretLines } from '../lines.js'

const linesOf = (text: string) => secretLines(text).map(({ line }) => line)

describe('manifests of Kubernetes', () => {
  const manifest = (kind: string) =>
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: x\ndata:\n  # two\n  user: YWRtaW4=\n  pin: "MTIzNDU2"\ntype: Opaque\n`

  test('all data of a Secret is secret, that of a ConfigMap is not', () => {
    expect(linesOf(manifest('Secret'))).toEqual([7, 8])
    expect(linesOf(manifest('ConfigMap'))).toEqual([])
    expect(linesOf(manifest('SealedSecret'))).toEqual([])
    expect(linesOf(`${manifest('ConfigMap')}---\n${manifest('Secret')}`)).toEqual([17, 18])
  })

  test('the kind may come last, and texts may have several lines', () => {
    expect(linesOf('stringData:\n  file: |\n    one two\n  user: me\nkind: Secret\n')).toEqual([3, 4])
  })

  test('a list may hold other kinds, and a resource may name a Secret', () => {
    const list =
      'kind: List\nitems:\n- kind: Secret\n  data:\n    a: MTIz\n- kind: Other\n  spec:\n    data:\n      b: c\n'
    expect(linesOf(list)).toEqual([5])
    expect(linesOf('kind: Gateway\nrefs:\n  - kind: Secret\n    name: x\ndata:\n  a: b\n')).toEqual([])
  })

  test('templates hold no values', () => {
    expect(linesOf('kind: Secret\ndata:\n  pin: {{ .Values.pin | b64enc }}\n  user: ""\n  key: <base64>\n')).toEqual([])
  })

  test('JSON is read too', () => {
    expect(linesOf('{"kind":"Secret","data":{"pin":"MTIzNDU2"}}')).toEqual([1])
    expect(linesOf('{\n "kind": "Secret",\n "data": {\n  "pin": "MTIzNDU2"\n }\n}')).toEqual([4])
    expect(linesOf('{"kind":"ConfigMap","data":{"pin":"MTIzNDU2"}}')).toEqual([])
  })
})

describe('a value below its name', () => {
  test.each([
    ['an environment in YAML', '- name: DB_PASSWORD\n  value: swordfish\n', [2]],
    ['Terraform state', '"db_password": {\n  "sensitive": true,\n  "value": "swordfish"\n}', [3]],
    ['a variable of Terraform', 'variable "db_password" {\n  type = string\n  default = "swordfish"\n}', [3]],
    ['tags', '"Key": "password",\n"Value": "swordfish"', [2]],
  ])('%s', (_, text, lines) => {
    expect(linesOf(text)).toEqual(lines)
    expect(linesOf(text.replace('swordfish', '${x}'))).toEqual([])
    expect(linesOf(text.replace(/(db_)?password/i, 'user'))).toEqual([])
  })

  test('belongs to the nearest name', () => {
    const text = '- name: A\n  valueFrom:\n    secretKeyRef:\n      key: password\n- name: B\n  value: swordfish\n'
    expect(linesOf(text)).toEqual([])
  })
})

describe('files of logins', () => {
  test('.netrc has its words in any order, in one line or several', () => {
    expect(linesOf('machine x.org\n  login me\n  password swordfish\n')).toEqual([3])
    expect(linesOf('machine x.org password swordfish login me\n')).toEqual([1])
    expect(linesOf('The machine asks:\n  password swordfish\n')).toEqual([])
  })

  test('.pgpass is known if all of its lines are logins', () => {
    expect(linesOf('# mine\ndb.x.org:5432:*:me:swordfish\n*:*:*:you:sword\\:fish\n')).toEqual([2, 3])
    expect(linesOf('src/a.c:12:5:error:bad\nmake failed\n')).toEqual([])
    expect(linesOf('root:x:0:0:root:/root:/bin/bash\n')).toEqual([])
  })
})
