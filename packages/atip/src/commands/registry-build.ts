import { join } from 'node:path'
import { command, EXIT, t, ToolError } from 'tooli'
import { FILE_ERRORS } from '../documents/errors.js'
import { TRUST_ERRORS } from '../documents/named-signers.js'
import { printable } from 'tooli/terminal'
import { count } from '../report/words.js'
import { WRITES } from './parameters.js'
import {
  buildSigners,
  REGISTRY_ERRORS,
  SIGN_OPTIONS,
  signerFrom,
  SIGNER_OPTIONS,
  withRegistryErrors,
} from './registry-options.js'
import { signing } from './sign.js'

export const registryBuildCommand = command({
  description: 'Build a registry from a folder of shims',
  details:
    'Each shim is named after the hash of its program: 64 digits and .json, with its signatures next to it. The result is a folder of files for any web server. A second build only writes what changed. A shim that is not inferred needs the signature of an accepted signer. Those are the signers that options name; without such options, who signs this build and the signers of the last build. If a shim is refused, what was published before stays in place unless its signer is no longer accepted, and the exit code is 1. A build that would withdraw everything is refused.',
  args: t.object({
    source: t.path('The folder of shims', { kind: 'directory' }).cli({ placeholder: 'SOURCE' }),
    target: t.path('The folder of the registry', { kind: 'directory' }).cli({ placeholder: 'TARGET' }),
  }),
  options: t.object({
    name: t.string('The name of the registry; needed the first time').optional(),
    url: t.string('Its address; needed the first time').optional(),
    ...SIGN_OPTIONS,
    ...SIGNER_OPTIONS,
    unsigned: t.boolean('Publish without a signature, although the last build has one').default(false),
    serial: t
      .integer('The number of this build, if machines know a higher one from a folder that is lost')
      .min(1)
      .optional(),
    withdrawAll: t.boolean('Publish a build that withdraws every shim').default(false),
    signShims: t.boolean('Sign shims that need a signature and have none: you vouch for all of them').default(false),
    lifetimeDays: t.integer('How long clients may use this build').min(1).max(3650).default(30),
  }),
  output: t.object({
    isNew: t.boolean('False if nothing had changed'),
    serial: t.integer('The number of this build'),
    count: t.integer('Shims in the registry'),
    added: t.integer(),
    updated: t.integer(),
    removed: t.integer(),
    refused: t.array(t.object({ file: t.string(), code: t.string(), reason: t.string() }), 'What was not published'),
    struck: t.array(t.object({ name: t.string(), reason: t.string() }), 'Withdrawn, although the file is there'),
    hasOtherPolicy: t.boolean('The policy is new, changed or gone'),
    signers: t.array(t.string(), 'Whose signatures of shims are accepted'),
    warnings: t.array(t.string()),
  }),
  effects: { ...WRITES, network: true },
  errors: {
    ...FILE_ERRORS,
    ...TRUST_ERRORS,
    ...REGISTRY_ERRORS,
    E1104: 'Nothing says how to sign',
    E4101: 'Signing failed',
  },
  examples: [
    {
      run: 'atip registry build shims registry --name Acme --url https://tools.acme.example --minisign-key acme.key --sign-shims',
      description: 'The first build, signed with a key of minisign',
    },
    {
      run: 'atip registry build shims registry --minisign-key acme.key --sign-shims',
      description: 'After changes; the signers are those of the last build',
    },
  ],

  run: ({ args, options, ctx }) =>
    withRegistryErrors(async () => {
      const { buildRegistry } = await import('@atip/registry')
      const accepted = await buildSigners(options)
      const signer = await signerFrom(options)
      const { name, url, signShims, lifetimeDays, withdrawAll, unsigned, serial } = options
      const { policyProblem } = await import('../documents/policy-problem.js')
      const problem = policyProblem(args.source, join(args.source, 'policy.json'))
      if (problem !== undefined) throw new ToolError('E4201', problem, { exitCode: EXIT.dataFormat })
      const report = await signing(() =>
        buildRegistry({
          source: args.source,
          target: args.target,
          ...(name !== undefined && { name }),
          ...(url !== undefined && { url }),
          ...(signer && { signer }),
          ...accepted,
          unsigned,
          ...(serial !== undefined && { serial }),
          withdrawAll,
          signShims,
          lifetimeDays,
          signal: ctx.signal,
          onProgress: (done, total) => ctx.progress(done, total, 'publishing'),
        }),
      )
      if (report.refused.length > 0) ctx.exitWith(1)
      return report
    }),

  text: ({
    isNew,
    serial,
    count: total,
    added,
    updated,
    removed,
    refused,
    struck,
    hasOtherPolicy,
    signers,
    warnings,
  }) =>
    [
      ...refused.map(({ file, reason }) => `Refused ${printable(file)}: ${printable(reason)}`),
      ...struckLines(struck),
      ...warnings.map((warning) => `Warning: ${printable(warning)}`),
      isNew
        ? `Build ${serial}: ${count(total, 'shim')}, ${added} new, ${updated} changed, ${removed} withdrawn${hasOtherPolicy ? ', another policy' : ''}.`
        : `Nothing changed since build ${serial}: ${count(total, 'shim')}.`,
      signers.length === 0
        ? 'No signers of shims are accepted.'
        : `Accepted signers of shims: ${signers.map(printable).join(', ')}.`,
    ].join('\n'),
})

/** One line for each reason. */
function struckLines(struck: readonly { name: string; reason: string }[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const { name, reason } of struck) byReason.set(reason, [...(byReason.get(reason) ?? []), name])
  return [...byReason].map(
    ([reason, names]) =>
      `Withdrawn because of the signers, ${count(names.length, 'shim')} (${names.slice(0, 5).map(printable).join(', ')}${names.length > 5 ? ', …' : ''}): ${printable(reason)}`,
  )
}
