import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { readRegistriesFile, registriesFile, type RegistryConfig } from '@atip/registry'
import { machineHere } from '../home.js'
import { replaceFile } from './write-file.js'

/** `registries.json` as written, so that unknown fields are preserved. */
export interface RegistriesDocument {
  file: string
  entries: Record<string, unknown>[]
  /** The parsed entries. */
  registries: RegistryConfig[]
  write(entries: readonly Record<string, unknown>[]): void
}

/** Throws a RegistryError if the file is invalid. */
export function openRegistriesFile(): RegistriesDocument {
  const file = registriesFile(machineHere().places.config)
  const text = readIfThere(file) ?? '{"registries": []}'
  const { registries } = readRegistriesFile(text, file)
  const document = JSON.parse(text) as { registries?: Record<string, unknown>[] }
  return {
    file,
    entries: document.registries ?? [],
    registries,
    write(entries) {
      const changed = `${JSON.stringify({ ...document, registries: entries }, undefined, 2)}\n`
      readRegistriesFile(changed, file)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      replaceFile(file, changed)
    },
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
