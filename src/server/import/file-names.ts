import type { Field } from '../../model/field'
import type { ValueFault } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import type { ReferenceFinder } from '../load/find-reference'
import { namedIn, type ReadRow } from '../load/read-row'
import { plainName } from '../load/reference-target'
import type { RecordContext } from '../records/record-context'

const PREFIX = 'name:'

/**
 * What the rows of a file are called. A catalogue that refers to itself is written top down: a row may name one above it that is not
 * saved yet.
 */
export class FileNames {
  readonly #context: RecordContext
  readonly #references: ReferenceFinder
  /** References of the catalogue to itself. */
  readonly #fields: ReadonlyMap<string, Field>
  readonly #lines = new Map<string, Set<number>>()

  constructor(context: RecordContext, references: ReferenceFinder) {
    this.#context = context
    this.#references = references
    const { fields, name } = context.entity
    this.#fields = new Map(Object.values(fields).flatMap((field) => (field.ref?.to === name ? [[field.name, field] as const] : [])))
  }

  /** The names of a row that is right, as its staged row keeps them. */
  keysOf(record: JsonObject): readonly string[] {
    const [first] = this.#fields.values()
    if (!first) return []
    const own = this.#context.entity.key && typeof record.id === 'string' ? [plainName(record.id)] : []
    return [...new Set([...own, ...this.#references.namesOf(first, record)])].map((name) => `${PREFIX}${name}`)
  }

  learn(line: number, keys: readonly string[]): void {
    for (const key of keys) if (key.startsWith(PREFIX)) this.#lines.set(key, (this.#lines.get(key) ?? new Set()).add(line))
  }

  /** Of the references that were not found: by their column's key null for what rows above are called, or what is wrong with it. */
  awaited({ line, faults }: ReadRow): ReadonlyMap<string, ValueFault | null> {
    const found = new Map<string, ValueFault | null>()
    for (const { key, value, fault } of faults) {
      const field = this.#fields.get(key)
      if (!field || fault.key !== 'ref_unknown') continue
      const above = namedIn(this.#context, field, value).map((text) => ({ text, count: this.#above(line, text) }))
      const many = above.find(({ count }) => count > 1)
      if (many) found.set(key, { key: 'ref_ambiguous', params: { text: many.text.slice(0, 80), count: many.count } })
      // Of several names in a cell some may be there already; what is neither's is told when the row is saved.
      else if (above.some(({ count }) => count === 1)) found.set(key, null)
    }
    return found
  }

  #above(line: number, text: string): number {
    return [...(this.#lines.get(`${PREFIX}${plainName(text)}`) ?? [])].filter((other) => other < line).length
  }
}
