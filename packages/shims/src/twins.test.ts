import { effectsOf, findCommand, parseArgv, type CallEffects, type Option } from '@atip/protocol/calls'
import { expect, test } from 'vitest'
import { lookupSource } from '../../../testing/shims.js'

/**
 * Names of the same command, according to the tools' documentation: `docker container --help`, `docker image --help`
 * and `docker system --help`; podman and docker-compose as replacements for docker; `oc --help`, which lists kubectl's
 * commands; pnpm commands that are passed to npm; and gcloud commands that also exist in `beta`.
 */
const CONTAINER =
  'attach commit cp create diff exec export inspect kill logs pause port rename restart rm run start stats stop top unpause update wait'
const IMAGE = 'build history inspect load pull push save tag'
const BOTH = `${CONTAINER} ${IMAGE} ps images rmi info version search events login logout`
const COMPOSE =
  'build config create cp down events exec images kill logs ls pause port ps pull push restart rm run scale start stop top unpause up version wait watch'
const KUBECTL =
  'annotate api-resources api-versions apply attach auth autoscale cluster-info cp create debug delete describe diff edit events exec explain expose get kustomize label logs patch port-forward proxy replace rollout run scale set version wait'
const NPM =
  'access bugs deprecate dist-tag docs info login logout owner ping prefix profile pkg repo search show star stars team token unpublish version view whoami'

const GCLOUD = 'run services describe,run deploy,logging read'

const TWINS: [string, string][] = [
  ...['docker', 'podman'].flatMap((tool): [string, string][] => [
    ...CONTAINER.split(' ').map((name): [string, string] => [`${tool} ${name}`, `${tool} container ${name}`]),
    ...IMAGE.split(' ').map((name): [string, string] => [`${tool} ${name}`, `${tool} image ${name}`]),
    [`${tool} ps`, `${tool} container ls`],
    [`${tool} ps`, `${tool} container list`],
    [`${tool} images`, `${tool} image ls`],
    [`${tool} images`, `${tool} image list`],
    [`${tool} rmi`, `${tool} image rm`],
    [`${tool} info`, `${tool} system info`],
    [`${tool} events`, `${tool} system events`],
  ]),
  ...BOTH.split(' ').map((name): [string, string] => [`docker ${name}`, `podman ${name}`]),
  ...COMPOSE.split(' ').map((name): [string, string] => [`docker compose ${name}`, `docker-compose ${name}`]),
  ...KUBECTL.split(' ').map((name): [string, string] => [`kubectl ${name}`, `oc ${name}`]),
  ...GCLOUD.split(',').map((name): [string, string] => [`gcloud ${name}`, `gcloud beta ${name}`]),
  ...NPM.split(' ').map((name): [string, string] => [`npm ${name}`, `pnpm ${name}`]),
]

test.each(TWINS)('%s and %s are the same', (one, other) => {
  const words = [...new Set([...optionsOf(one), ...optionsOf(other)])]
  for (const more of [[], ['x'], ['x', 'y'], ...words.map((word) => [word, 'x', 'y'])]) {
    expect([more, factsOf(other, more)]).toEqual([more, factsOf(one, more)])
  }
})

/** Each option with its last flag, and with a value if it takes one. */
function optionsOf(line: string): string[] {
  const [tool, path] = find(line)
  const { options = [] } = findCommand(tool, path)!.lineage.at(-1) as { options?: Option[] }
  return options.map(({ flags, type }) => `${flags.at(-1)}${type === 'boolean' ? '' : '=v'}`)
}

function factsOf(line: string, more: readonly string[]): Partial<CallEffects> {
  const [tool] = find(line)
  const { own, paths, prints, account, changes, loss, runs, stdin } = effectsOf(
    tool,
    parseArgv(tool, [...line.split(' '), ...more]),
  )
  const touched = paths.map(({ path, access }) => ({ path, access }))
  const started = runs.map((run) => ({ kind: run.kind, words: 'words' in run ? run.words : run.text }))
  return { own, prints, account, changes, loss, stdin, touched, started } as Partial<CallEffects>
}

function find(line: string) {
  const [name, ...path] = line.split(' ') as [string, ...string[]]
  const tool = lookupSource(name)
  const call = tool && parseArgv(tool, [name, ...path])
  if (tool === undefined || call!.path.length < path.length) throw new TypeError(`${line} is not described`)
  return [tool, call!.path] as const
}
