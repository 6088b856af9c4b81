import { canonicalRecord, typeOf } from '../../../model/canonical'
import { choiceSources } from '../../../model/rules/bound-choices'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { FieldError } from '../../../model/field-type'
import type { Json, JsonObject } from '../../../model/json'
import type { Tx } from '../../platform/database/database'
import { chosenWithin } from '../fields/choices'
import type { RecordContext } from '../record-context'
import type { RecordId } from '../record-id'
import { stampedValues } from '../fields/new-record'
import { isChosenAnew, resolveReferences, pathsOf, type Resolved } from '../fields/references'

/** What is to be written of a record, and the record as it was. */
interface Row {
  readonly input: JsonObject
  readonly before: JsonObject | null
}

const ALLOWED: Resolved = { paths: {}, errors: {} }

/**
 * Resolves the references of many records, each reference once. Those named in a file were just found within the
 * asker's scope and are queried again only for values that rules name there. Where the choice depends on other fields
 * of the record (`x-choices`), a reference is looked up once for each set of their values.
 */
export class KnownReferences {
  readonly #known = new Map<string, Resolved>()
  #found: ReadonlySet<string> = new Set()

  /** @param found names of the fields whose references were found by the names in the file */
  trust(found: Iterable<string>): void {
    this.#found = new Set(found)
  }

  /**
   * Looks up the references of a batch, each field's in one query; a choice that depends on other fields in one for all
   * rows with the same values there.
   */
  async prepare(context: RecordContext, tx: Tx, rows: readonly Row[]): Promise<void> {
    const { named, fields } = referencesOf(context.entity)
    const asked = fields.filter(({ name, ref }) => !named.has(name) && (!this.#found.has(name) || ref?.choices))
    const records = asked.length === 0 ? [] : guessed(context, asked, rows)
    for (const field of asked) {
      const target = context.model.entities[field.ref?.to ?? '']
      if (!target) continue
      const groups = new Map<string, { readonly record: JsonObject; readonly ids: Set<RecordId> }>()
      for (const { record, before } of records) {
        const id = record[field.name]
        if ((typeof id !== 'number' && typeof id !== 'string') || !isChosenAnew(field, record, before)) continue
        // Validation reports a value that is no id; PostgreSQL would not even compare it.
        if (typeOf(field, context.runtime.fieldTypes).check(id, field) !== null) continue
        if (this.#known.has(keyOf(field, id, true, record))) continue
        const depends = dependsOn(field, record)
        const group = groups.get(JSON.stringify(depends)) ?? { record: depends, ids: new Set() }
        groups.set(JSON.stringify(depends), group)
        group.ids.add(id)
      }
      for (const { record, ids } of groups.values()) {
        const allowed = await chosenWithin(context, tx, field, target, [...ids], record)
        for (const id of ids)
          this.#known.set(
            keyOf(field, id, true, record),
            allowed.has(id) ? ALLOWED : { paths: {}, errors: { [field.name]: { key: 'ref' } } },
          )
      }
    }
  }

  readonly look: typeof resolveReferences = async (context, tx, record, before) => {
    const { named, fields } = referencesOf(context.entity)
    let paths: JsonObject = {}
    let errors: { readonly [field: string]: FieldError } = {}
    for (const field of fields) {
      const id = record[field.name] ?? null
      if (id === null) continue
      const isNew = isChosenAnew(field, record, before)
      if (!named.has(field.name) && (!isNew || (this.#found.has(field.name) && !field.ref?.choices))) continue
      const behind =
        this.#known.get(keyOf(field, id, isNew, record)) ?? (await this.#behind(context, tx, field, id, isNew, record))
      if (behind === ALLOWED) continue
      paths = { ...paths, ...behind.paths }
      errors = { ...errors, ...behind.errors }
    }
    for (const field of anyFields(context.entity)) {
      const value = record[field.name] ?? null
      if (value === null || this.#found.has(field.name) || !isChosenAnew(field, record, before)) continue
      const key = `${field.name} ${JSON.stringify(value)}`
      const behind =
        this.#known.get(key) ?? (await resolveReferences(context, tx, { [field.name]: value }, { [field.name]: null }))
      this.#known.set(key, behind)
      errors = { ...errors, ...behind.errors }
    }
    return { paths, errors }
  }

  async #behind(
    context: RecordContext,
    tx: Tx,
    field: Field,
    id: Json,
    isNew: boolean,
    record: JsonObject,
  ): Promise<Resolved> {
    const { name } = field
    // The fields that the choice depends on count as unchanged here: they are looked up on their own.
    const depends = dependsOn(field, record)
    const found = await resolveReferences(
      context,
      tx,
      { ...depends, [name]: id },
      isNew ? { ...depends, [name]: null } : { ...depends, [name]: id },
    )
    const own = {
      paths: Object.fromEntries(Object.entries(found.paths).filter(([path]) => path.startsWith(`${name}.`))),
      errors: found.errors,
    }
    this.#known.set(keyOf(field, id, isNew, record), own)
    return own
  }
}

interface References {
  readonly fields: readonly Field[]
  /** Fields through which rules name values of other records. */
  readonly named: ReadonlySet<string>
}

const anyFields = ({ fields }: Entity): readonly Field[] => Object.values(fields).filter(({ refAny }) => refAny)

const references = new WeakMap<Entity, References>()

function referencesOf(entity: Entity): References {
  const known = references.get(entity)
  if (known) return known
  const fields = Object.values(entity.fields).filter(({ ref, virtual }) => ref && !virtual)
  const found = { fields, named: new Set(pathsOf(entity).map(({ ref }) => ref)) }
  references.set(entity, found)
  return found
}

/** References, and what their choices depend on, of each row's record before its rules run. */
function guessed(
  context: RecordContext,
  fields: readonly Field[],
  rows: readonly Row[],
): readonly { readonly record: JsonObject; readonly before: JsonObject | null }[] {
  const { entity, runtime } = context
  const names = new Set(fields.flatMap(({ name, ref }) => [name, ...(ref?.choices ? choiceSources(ref.choices) : [])]))
  const some = {
    ...entity,
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => names.has(name))),
  }
  const stamped = stampedValues(context)
  return rows.map(({ input, before }) => ({
    before,
    record: { ...stamped, ...before, ...canonicalRecord(some, runtime.fieldTypes, input) },
  }))
}

/** The values that the choice of a reference depends on. */
function dependsOn({ ref }: Field, record: JsonObject): JsonObject {
  return Object.fromEntries(
    (ref?.choices ? choiceSources(ref.choices) : []).map((name) => [name, record[name] ?? null]),
  )
}

const keyOf = (field: Field, id: Json, isNew: boolean, record: JsonObject): string =>
  field.ref?.choices
    ? JSON.stringify([field.name, id, isNew, ...Object.values(dependsOn(field, record))])
    : `${field.name} ${typeof id} ${String(isNew)} ${String(id)}`
