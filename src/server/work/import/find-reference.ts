import { asReference, type AnyId } from '../../../model/any-reference'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import type { RecordContext } from '../../records/record-context'
import type { RecordId } from '../../records/record-id'
import { resourceTitle } from '../../records/fields/labels'
import { plainName } from './match-columns'
import { ReferenceTarget } from './reference-target'

export type FoundReference = { readonly id: RecordId } | { readonly error: FieldError }
/** What a cell of a reference to one of several catalogues names. */
type FoundAny = { readonly value: AnyId } | { readonly error: FieldError }

/**
 * Finds the records that the cells of one file refer to, each text once: by id, else by label or by a unique or
 * searched text. Looks up many texts at once.
 */
export class ReferenceFinder {
  readonly #context: RecordContext
  readonly #targets = new Map<string, ReferenceTarget | null>()
  readonly #kinds = new Map<string, Field>()
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

  /**
   * Looks up cells of a reference to one of several: `drivers:12`, the title of a catalogue and a name (`Conductores:
   * Ana`), or a name that one of them alone has.
   */
  async prepareAny(tx: Tx, field: Field, texts: readonly string[]): Promise<void> {
    const named = texts.flatMap((text) => this.#readings(field, text))
    for (const kind of new Set(named.map((one) => one.kind))) {
      const one = this.#oneOf(field, kind)
      if (one)
        await this.prepare(
          tx,
          one,
          named.filter((reading) => reading.kind === kind).map(({ name }) => name),
        )
    }
  }

  /** The result for a text that was passed to `prepareAny`. */
  foundAny(field: Field, text: string): FoundAny {
    const found = this.#readings(field, text).flatMap(({ kind, name }) => {
      const one = this.#oneOf(field, kind)
      return one ? [{ kind, found: this.found(one, name) }] : []
    })
    const records = found.flatMap(({ kind, found: one }): AnyId[] =>
      'id' in one && typeof one.id === 'number' ? [{ kind, id: one.id }] : [],
    )
    const [only, other] = records
    if (only && !other) return { value: only }
    if (only) return { error: { key: 'ref_ambiguous', params: { text: text.slice(0, 80), count: records.length } } }
    const wrong = found.map(({ found: one }) => ('error' in one ? one.error : null))
    return { error: wrong.find((error) => error?.key === 'ref_ambiguous') ?? wrong[0] ?? { key: 'ref_any' } }
  }

  /** The field as a reference to one kind, under a name of its own: each kind has its own texts. */
  #oneOf(field: Field, kind: string): Field | null {
    const name = `${field.name}:${kind}`
    const known = this.#kinds.get(name)
    const plain = known ?? asReference(field, kind)
    const made = plain && (known ?? { ...plain, name })
    if (made) this.#kinds.set(name, made)
    return made
  }

  #readings(field: Field, text: string): readonly { readonly kind: string; readonly name: string }[] {
    const {
      model,
      runtime: { words },
    } = this.#context
    const targets = field.refAny?.targets ?? []
    const [first = '', ...rest] = text.split(':')
    const name = rest.join(':').trim()
    const titled =
      name === ''
        ? []
        : targets.filter(({ kind, resource, title }) => {
            const catalogue = model.resources[resource ?? kind]
            const titles = [
              kind,
              title,
              ...(catalogue ? words.languages.map((language) => resourceTitle(words, language, catalogue)) : []),
            ]
            return titles.some((one) => plainName(one) === plainName(first))
          })
    return titled.length > 0
      ? titled.map(({ kind }) => ({ kind, name }))
      : targets.map(({ kind }) => ({ kind, name: text }))
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
