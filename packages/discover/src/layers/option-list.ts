import type { Option } from '@atip/protocol'
import type { LayerName } from '../types.js'
import { copyMap, layerOf, partOf, type Source, type Sourced } from './sources.js'

/** A list of options under construction; what is never replaced stays shared. */
export class OptionList {
  private items: Option[]
  private parts: Record<string, Source> | undefined
  private isOwn = false
  private readonly before: Sourced<Option[]> | undefined
  private names: Set<string> | undefined

  constructor(before: Sourced<Option[]> | undefined) {
    this.before = before
    this.items = before?.value ?? []
  }

  get options(): readonly Option[] {
    return this.items
  }

  get isChanged(): boolean {
    return this.isOwn
  }

  at(index: number): Sourced<Option> {
    const source = this.parts?.[index] ?? (this.before && partOf(this.before.source, String(index)))
    return { value: this.items[index]!, source: source! }
  }

  has(name: string): boolean {
    this.names ??= new Set(this.items.map((option) => option.name))
    return this.names.has(name)
  }

  replace(index: number, { value, source }: Sourced<Option>): void {
    this.own()
    this.items[index] = value
    this.parts![index] = source
  }

  append(option: Option, layer: LayerName): number {
    this.own()
    this.names?.add(option.name)
    this.parts![this.items.length] = layer
    return this.items.push(option) - 1
  }

  done(layer: LayerName): Sourced<Option[]> {
    const from = this.before === undefined ? layer : layerOf(this.before.source)
    return { value: this.items, source: { from, parts: this.parts ?? {} } }
  }

  private own(): void {
    if (this.isOwn) return
    this.isOwn = true
    this.items = [...this.items]
    const source = this.before?.source
    this.parts = copyMap(source === undefined || typeof source === 'string' ? {} : source.parts)
  }
}
