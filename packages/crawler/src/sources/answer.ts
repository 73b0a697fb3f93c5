import { isObject } from '@atip/protocol'
import { CrawlFailure } from '../failure.js'

/** Parses a JSON response. Services change, so errors name the path of an unexpected value. */
export function parseAnswer(text: string, url: string): ServiceAnswer {
  try {
    return new ServiceAnswer(JSON.parse(text) as unknown, url, '')
  } catch (error) {
    throw new CrawlFailure('bad-answer', `${url} did not answer with JSON: ${(error as Error).message}`)
  }
}

/** A value in a response, and its path. */
export class ServiceAnswer {
  constructor(
    readonly value: unknown,
    readonly url: string,
    readonly path: string,
  ) {}

  at(key: string): ServiceAnswer {
    const value = isObject(this.value) && Object.hasOwn(this.value, key) ? this.value[key] : undefined
    return new ServiceAnswer(value, this.url, this.path === '' ? key : `${this.path}.${key}`)
  }

  get isAbsent(): boolean {
    return this.value === undefined || this.value === null
  }

  text(): string {
    return typeof this.value === 'string' && this.value !== '' ? this.value : this.fail('a text')
  }

  optionalText(): string | undefined {
    return this.isAbsent ? undefined : this.text()
  }

  list(): ServiceAnswer[] {
    if (!Array.isArray(this.value)) return this.fail('a list')
    return this.value.map((one: unknown, index) => new ServiceAnswer(one, this.url, `${this.path}[${index}]`))
  }

  entries(): [string, ServiceAnswer][] {
    if (!isObject(this.value)) return this.fail('an object')
    return Object.keys(this.value).map((key) => [key, this.at(key)])
  }

  fail(expected: string): never {
    const found = this.isAbsent ? 'nothing' : JSON.stringify(this.value).slice(0, 80)
    throw new CrawlFailure(
      'bad-answer',
      `${this.url}: ${this.path || 'the answer'} must be ${expected}; found ${found}`,
    )
  }
}
