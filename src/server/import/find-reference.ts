import type { Field } from '../../model/field'
import type { FieldError } from '../../model/field-type'
import type { JsonObject } from '../../model/json'
import type { Tx } from '../database/database'
import type { RecordContext } from '../records/record-context'
import type { RecordId } from '../records/record-id'
import { ReferenceTarget } from './reference-target'

export type FoundReference = { readonly id: RecordId } | { readonly error: FieldError }

/** Finds the records that the cells of one file refer to, each text once: by id, else by label or by a unique or searched text. Looks up many texts at once. */
export class ReferenceFinder {
  readonly #context: RecordContext
  readonly #targets = new Map<string, ReferenceTarget | null>()
  readonly #found = new Map<string, Map<string, FoundReference>>()

  constructor(context: RecordContext) {
    this.#context = context
  }

  /** Looks up the texts of a batch that are not known yet. */
  async prepare(tx: Tx, field: Field, texts: Iterable<string>): Promise<void> {
    const known = this.#found.get(field.name) ?? new Map<string, FoundReference>()
    this.#found.set(field.name, known)
    const target = this.#targetOf(field)
    const open = [...new Set(texts)].filter((text) => isOpen(known.get(text), field, this.#context))
    if (!target || open.length === 0) return
    for (const [text, found] of await target.find(tx, open)) known.set(text, found)
  }

  /** The result for a text that was passed to `prepare`. */
  found(field: Field, text: string): FoundReference {
    return this.#found.get(field.name)?.get(text) ?? { error: { key: 'ref' } }
  }

  /** The names of a record that the field may refer to. */
  namesOf(field: Field, record: JsonObject): ReadonlySet<string> {
    return this.#targetOf(field)?.namesOf(record) ?? new Set()
  }

  #targetOf(field: Field): ReferenceTarget | null {
    const known = this.#targets.get(field.name)
    if (known !== undefined) return known
    const target = field.ref && this.#context.model.entities[field.ref.to]
    const made = target ? new ReferenceTarget(this.#context, field, target) : null
    this.#targets.set(field.name, made)
    return made
  }
}

/** A file may refer to its own earlier rows: a record that is missing now may come later. */
const isOpen = (found: FoundReference | undefined, field: Field, { entity }: RecordContext): boolean =>
  found === undefined || ('error' in found && field.ref?.to === entity.name)
