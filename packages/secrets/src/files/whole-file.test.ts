import { describe, expect, test } from 'vitest'
import { secretLines } from '../lines.js'

describe('manifests of Kubernetes', () => {
  const manifest = (kind: string) =>
    `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: x\ndata:\n  # two\n  user: YWRtaW4=\n  pin: "MTIzNDU2"\ntype: Opaque\n`

  test('all data of a Secret is secret, that of a ConfigMap is not', () => {
    expect(secretLines(manifest('Secret'))).toEqual([7, 8])
    expect(secretLines(manifest('ConfigMap'))).toEqual([])
    expect(secretLines(manifest('SealedSecret'))).toEqual([])
    expect(secretLines(`${manifest('ConfigMap')}---\n${manifest('Secret')}`)).toEqual([17, 18])
  })

  test('the kind may come last, and texts may have several lines', () => {
    expect(secretLines('stringData:\n  file: |\n    one two\n  user: me\nkind: Secret\n')).toEqual([3, 4])
  })

  test('a list may hold other kinds, and a resource may name a Secret', () => {
    const list =
      'kind: List\nitems:\n- kind: Secret\n  data:\n    a: MTIz\n- kind: Other\n  spec:\n    data:\n      b: c\n'
    expect(secretLines(list)).toEqual([5])
    expect(secretLines('kind: Gateway\nrefs:\n  - kind: Secret\n    name: x\ndata:\n  a: b\n')).toEqual([])
  })

  test('templates hold no values', () => {
    expect(
      secretLines('kind: Secret\ndata:\n  pin: {{ .Values.pin | b64enc }}\n  user: ""\n  key: <base64>\n'),
    ).toEqual([])
  })

  test('JSON is read too', () => {
    expect(secretLines('{"kind":"Secret","data":{"pin":"MTIzNDU2"}}')).toEqual([1])
    expect(secretLines('{\n "kind": "Secret",\n "data": {\n  "pin": "MTIzNDU2"\n }\n}')).toEqual([4])
    expect(secretLines('{"kind":"ConfigMap","data":{"pin":"MTIzNDU2"}}')).toEqual([])
  })
})

describe('a value below its name', () => {
  test.each([
    ['an environment in YAML', '- name: DB_PASSWORD\n  value: swordfish\n', [2]],
    ['Terraform state', '"db_password": {\n  "sensitive": true,\n  "value": "swordfish"\n}', [3]],
    ['a variable of Terraform', 'variable "db_password" {\n  type = string\n  default = "swordfish"\n}', [3]],
    ['tags', '"Key": "password",\n"Value": "swordfish"', [2]],
  ])('%s', (_, text, lines) => {
    expect(secretLines(text)).toEqual(lines)
    expect(secretLines(text.replace('swordfish', '${x}'))).toEqual([])
    expect(secretLines(text.replace(/(db_)?password/i, 'user'))).toEqual([])
  })

  test('belongs to the nearest name', () => {
    const text = '- name: A\n  valueFrom:\n    secretKeyRef:\n      key: password\n- name: B\n  value: swordfish\n'
    expect(secretLines(text)).toEqual([])
  })
})

describe('files of logins', () => {
  test('.netrc has its words in any order, in one line or several', () => {
    expect(secretLines('machine x.org\n  login me\n  password swordfish\n')).toEqual([3])
    expect(secretLines('machine x.org password swordfish login me\n')).toEqual([1])
    expect(secretLines('The machine asks:\n  password swordfish\n')).toEqual([])
  })

  test('.pgpass is known if all of its lines are logins', () => {
    expect(secretLines('# mine\ndb.x.org:5432:*:me:swordfish\n*:*:*:you:sword\\:fish\n')).toEqual([2, 3])
    expect(secretLines('src/a.c:12:5:error:bad\nmake failed\n')).toEqual([])
    expect(secretLines('root:x:0:0:root:/root:/bin/bash\n')).toEqual([])
  })
})
