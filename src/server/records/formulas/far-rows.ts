import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import { readsOf } from '../../../model/formulas/formula'
import { formulaFields } from '../../../model/formulas/formula-fields'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Write } from '../write/open-write'
import { parentBy, type RecordContext } from '../record-context'
import { idArray, readId, type RecordId } from '../record-id'
import { RowColumns, type Row } from '../fields/row-columns'
import { typeOf } from '../../../model/canonical'
import { dependentsOf } from './dependents'

/** What formulas and copies of an entity read through one of its references. */
interface FarFields {
  readonly ref: string
  readonly fields: readonly string[]
  /** A formula keeps up with the values, so nobody may change them unseen; a copy does not. */
  readonly isFollowed: boolean
}

/**
 * How referenced rows are locked while a formula reads them: at once as they will be for counting this row, since two
 * that share a lock could never raise it.
 */
function lockOf(model: Model, { name }: Entity, { ref, isFollowed }: FarFields): RawBuilder<unknown> {
  if (!isFollowed) return sql``
  const isCounted = dependentsOf(model)
    .triggers.get(name)
    ?.some((one) => one.kind === 'rows' && one.by === ref)
  return isCounted ? sql`for no key update` : sql`for share`
}

const farFields = new WeakMap<Entity, readonly FarFields[]>()

/** The paths that formulas and copies of an entity name, by reference. */
export function farFieldsOf(entity: Entity): readonly FarFields[] {
  const found = farFields.get(entity)
  if (found) return found
  const followed = formulaFields(entity).flatMap(({ formula }) => readsOf(formula).paths)
  const paths = [...followed, ...Object.values(entity.fields).flatMap(({ copy }) => copy ?? [])]
  const all = [...new Set(paths.map(({ ref }) => ref))].map((ref) => ({
    ref,
    fields: [...new Set(paths.filter((path) => path.ref === ref).map(({ field }) => field))],
    isFollowed: followed.some((path) => path.ref === ref),
  }))
  farFields.set(entity, all)
  return all
}

/** What was read of referenced records, by id. */
interface Held {
  readonly target: string | undefined
  readonly rows: Map<RecordId, JsonObject>
}
/** By `<entity>.<reference>`. */
type ReadRows = Map<string, Held>

declare module '../write/open-write' {
  interface Write {
    /** What formulas have read of referenced rows; absent: nothing yet. */
    readRows?: ReadRows
  }
}

/**
 * Reads what records need from those that they refer to, each referenced one once; the server reads them whatever the
 * asker sees.
 */
export async function prepareFar(context: RecordContext, write: Write, records: readonly JsonObject[]): Promise<void> {
  const { entity, model, runtime } = context
  for (const far of farFieldsOf(entity)) {
    const { ref, fields } = far
    const field = entity.fields[ref]
    const target = model.entities[field?.ref?.to ?? '']
    if (!field || !target) continue
    const known = heldOf(write, entity, ref)
    const ids = new Set<RecordId>()
    for (const record of records) {
      const id = record[ref] ?? null
      // Validation reports a value that is no id; PostgreSQL would not even compare it.
      if (
        (typeof id === 'number' || typeof id === 'string') &&
        typeOf(field, runtime.fieldTypes).check(id, field) === null &&
        !known.has(id)
      )
        ids.add(id)
    }
    if (ids.size === 0) continue
    const row = new RowColumns(runtime.fieldSql)
    const reads = fields.flatMap((name) => {
      const there = target.fields[name]
      return there ? [[name, row.field('x', there)] as const] : []
    })
    const { rows } = await sql<Row>`select ${sql.join([sql`x.id`, ...row.columns])} from ${sql.table(target.name)} as x
      where x.id = any(${idArray(target, [...ids])}) order by x.id ${lockOf(model, entity, far)}`.execute(write.tx)
    for (const one of rows)
      known.set(readId(target, one.id as Json), Object.fromEntries(reads.map(([name, read]) => [name, read(one)])))
  }
}

/** The values behind a record's references under their dotted keys (`id_article.price`). */
export async function farValues(context: RecordContext, write: Write, record: JsonObject): Promise<JsonObject> {
  const far = farFieldsOf(context.entity)
  if (far.length === 0) return NO_VALUES
  await prepareFar(context, write, [record])
  return Object.fromEntries(
    far.flatMap(({ ref, fields }) => {
      const id = record[ref] ?? null
      const isId = typeof id === 'number' || typeof id === 'string'
      const there = parentBy(context, ref) ?? (isId ? heldOf(write, context.entity, ref).get(id) : undefined)
      return fields.map((name): [string, Json] => [`${ref}.${name}`, there?.[name] ?? null])
    }),
  )
}

const NO_VALUES: JsonObject = {}

/** Values of an entity changed: they are read again where they are needed next. */
export function forgetFar(write: Write, name: string): void {
  for (const [key, there] of write.readRows ?? []) if (there.target === name) write.readRows?.delete(key)
}

function heldOf(write: Write, { name, fields }: Entity, ref: string): Map<RecordId, JsonObject> {
  const all = (write.readRows ??= new Map<string, Held>())
  const there = all.get(`${name}.${ref}`) ?? { target: fields[ref]?.ref?.to, rows: new Map<RecordId, JsonObject>() }
  all.set(`${name}.${ref}`, there)
  return there.rows
}
