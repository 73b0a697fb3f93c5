import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { OpenedSandbox } from '@atip/sandbox'
import { readRegistry, registryFile, type DataFolders } from '../catalog/index.js'
import { createPageFinder } from '@atip/describe'
import { foldersToScan } from '../scan/file/folders.js'
import { checkDescriptions } from './check-descriptions.js'
import type { Machine } from './machine.js'
import { readSettings } from './settings.js'

export interface Check {
  name: string
  status: 'ok' | 'warning' | 'problem'
  message: string
  fix?: string[]
}

/** The checks of `atip doctor`: what discovery can do on this machine, and what prevents the rest. */
export async function examineMachine(machine: Machine, openSandbox: () => Promise<OpenedSandbox>): Promise<Check[]> {
  return [
    checkSandbox(await openSandbox()),
    checkPath(machine),
    checkCatalog(machine.places),
    checkFolders(machine.places),
    checkSettings(machine.places),
    checkDescriptions(machine),
    checkManual(),
  ]
}

function checkSandbox(opened: OpenedSandbox): Check {
  const name = 'sandbox'
  if (!opened.ok) {
    const message = ['programs cannot be run with --help or --agent:', ...opened.reasons].join(' ')
    return { name, status: 'problem', message, fix: [...opened.advice] }
  }
  const { backend, gaps } = opened.sandbox
  if (gaps.length === 0) return { name, status: 'ok', message: `${backend} works` }
  return { name, status: 'warning', message: `${backend} works, but: ${gaps.join('; ')}` }
}

function checkPath({ searchPath, uid, home }: Machine): Check {
  const { folders, skipped } = foldersToScan({ searchPath, uid, home })
  const refused = skipped.filter(({ path }) => existsSync(path))
  const name = 'PATH'
  if (folders.length === 0) {
    return {
      name,
      status: 'problem',
      message: 'has no folder that can be read',
      fix: ['Set PATH to folders with programs'],
    }
  }
  if (refused.length === 0)
    return { name, status: 'ok', message: `${folders.length} ${folders.length === 1 ? 'folder' : 'folders'}` }
  const told = refused.map(({ path, reason }) => `${path} is skipped: ${reason}`)
  const fix = [
    'Remove these folders from PATH, or make them writable for yourself only; atip scan --allow-path FOLDER includes them anyway',
  ]
  return { name, status: 'warning', message: told.join('; '), fix }
}

function checkCatalog(places: DataFolders): Check {
  const name = 'catalog'
  const file = registryFile(places)
  const reading = readRegistry(file)
  if (reading.state === 'missing') {
    return { name, status: 'warning', message: 'this machine has not been scanned yet', fix: ['Run: atip scan'] }
  }
  if (!reading.ok) {
    const { message, line, column } = reading.problem
    return {
      name,
      status: 'problem',
      message: `${file}, line ${line}, column ${column}: ${message}`,
      fix: ['Run: atip scan'],
    }
  }
  const { tools, updated } = reading.registry
  return {
    name,
    status: 'ok',
    message: `${Object.keys(tools).length.toLocaleString('en')} tools in ${file}, as of ${updated}`,
  }
}

function checkFolders({ data, config, cache }: DataFolders): Check {
  const locked = [data, config, cache].filter((folder) => !isWritable(folder))
  const name = 'folders'
  if (locked.length === 0) return { name, status: 'ok', message: [data, config, cache].join(', ') }
  const fix = [
    'Make them writable for yourself, or choose others with ATIP_DATA_DIR, ATIP_CONFIG_DIR and ATIP_CACHE_DIR',
  ]
  return { name, status: 'problem', message: `not writable: ${locked.join(', ')}`, fix }
}

/** Whether a folder can be written, or can be created in its nearest existing ancestor. */
function isWritable(folder: string): boolean {
  let place = folder
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place)
  try {
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function checkSettings(places: DataFolders): Check {
  const settings = readSettings(places)
  const name = 'configuration'
  return settings.ok
    ? {
        name,
        status: 'ok',
        message: settings.folders.length === 0 ? 'default settings' : `also looks in ${settings.folders.join(', ')}`,
      }
    : { name, status: 'problem', message: settings.problem, fix: ['Fix the file, or remove it'] }
}

/** Pages that every system with manual pages has. */
const WELL_KNOWN_PAGES = ['ls', 'cat', 'sh']

function checkManual(): Check {
  const finder = createPageFinder()
  const name = 'manual pages'
  if (WELL_KNOWN_PAGES.some((page) => finder.find(page) !== undefined))
    return { name, status: 'ok', message: 'installed' }
  const message = 'none installed, so tools are described from their help only'
  return {
    name,
    status: 'warning',
    message,
    fix: ['Install the manual pages of your system (slim container images leave them out)'],
  }
}
