import type { RegistryConfig } from '../config/registries.js'
import type { SignatureTexts } from '../format/signature-texts.js'
import { fetchBounded } from '../http/fetch-bounded.js'
import { RegistryError } from '../http/registry-error.js'
import { tokenOf } from './remote.js'

const LIMITS = { bytes: 1024 ** 2, milliseconds: 30_000 }

/** Proposes a shim to a registry, where a person reviews it. Throws a RegistryError with the registry's answer. */
export async function submitShim(
  config: RegistryConfig,
  shim: string,
  signatures: SignatureTexts,
  env: Readonly<Record<string, string | undefined>>,
): Promise<'queued' | 'known'> {
  const token = tokenOf(config, env)
  const { status, bytes } = await fetchBounded(`${config.url}/submit`, {
    limits: LIMITS,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shim, ...signatures }),
    ...(token !== undefined && { token }),
  })
  if (status === 202) return 'queued'
  if (status === 200) return 'known'
  if (status === 405 || status === 404) {
    throw new RegistryError('status', `${config.url} takes no proposals: it is served without --queue`)
  }
  throw new RegistryError('status', `${config.url} rejected it (status ${status})${reasonIn(bytes)}`)
}

function reasonIn(bytes: Buffer): string {
  try {
    const { error } = JSON.parse(bytes.toString('utf8')) as { error?: unknown }
    return typeof error === 'string' ? `: ${error.slice(0, 500).replaceAll(/\p{Cc}+/gu, ' ')}` : ''
  } catch {
    return ''
  }
}
