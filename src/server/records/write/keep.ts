import { sql } from 'kysely'
import type { Undo } from '../../../model/catalogue-answers'
import { typeOf } from '../../../model/canonical'
import type { Field } from '../../../model/field'
import type { Json, JsonObject } from '../../../model/json'
import type { RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'
import { recordTitle } from '../record-title'
import type { Write } from './open-write'
import { HOUR_MS } from '../../../model/values/zone-time'

/** How long the change of many records, a removal and a merge can be taken back. */
export const UNDO_S = 30

/** What a write did to one row. */
export interface KeptRow {
  /**
   * `change` of the chosen record itself; `side`: of another because of it; `clear`: a reference emptied by a removal;
   * `people`: what people said about it, led elsewhere; `remove`.
   */
  readonly kind: 'change' | 'side' | 'clear' | 'people' | 'remove'
  readonly entity: string
  readonly id: RecordId
  /** Of the row after the write. */
  readonly version: number
  readonly title: string | null
  /** The changed fields' values before and after. */
  readonly before: JsonObject
  readonly after: JsonObject
  /** Removed with the record that it belongs to. */
  readonly part?: true
}

/** The rows that a write keeps, so that it can be taken back. */
export interface Keeping {
  readonly rows: { readonly chosen: string; readonly row: KeptRow }[]
  /**
   * The record that is being written, as `entity/id`: what is refused, is refused with all that was done because of it.
   */
  chosen: string
  /** Other records are led elsewhere now. */
  isAside: boolean
}

export interface Undoable {
  /** What was done: a verb or a move. */
  readonly verb: string
  readonly seconds: number
}

/** The chosen record as the kept rows name it. */
export const chosenKey = (entity: string, id: unknown): string => `${entity}/${String(id)}`

/** Everything done from here on belongs to this record. */
export function choose({ entity }: RecordContext, { keeping }: Write, id: unknown): void {
  if (keeping) keeping.chosen = chosenKey(entity.name, id)
}

/** Keeps the earlier values of a changed record. What is hashed or sealed cannot be given back. */
export function keepChange(
  { entity, runtime }: RecordContext,
  { keeping }: Write,
  fields: readonly Field[],
  before: JsonObject | null,
  record: JsonObject,
): void {
  if (!keeping || !before) return
  if (!keeping.isAside && keeping.chosen !== chosenKey(entity.name, before.id)) return
  // What a formula counts, it counts again.
  const names = fields
    .filter((field) => !field.formula && !typeOf(field, runtime.fieldTypes).writeOnly)
    .map(({ name }) => name)
  const some = (values: JsonObject): JsonObject => Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  put(keeping, {
    kind: keeping.isAside ? 'side' : 'change',
    entity: entity.name,
    id: readId(entity, before.id),
    version: Number(before.version) + 1,
    title: recordTitle(entity, before),
    before: some(before),
    after: some(record),
  })
}

/** Keeps that a reference was emptied. */
export function keepCleared(
  { keeping }: Write,
  entity: string,
  field: string,
  id: RecordId,
  version: number,
  of: Json,
): void {
  if (keeping)
    put(keeping, { kind: 'clear', entity, id, version, title: null, before: { [field]: of }, after: { [field]: null } })
}

/** Keeps what people said about a record and now stands at another one. */
export function keepPeople({ keeping }: Write, entity: string, id: RecordId, led: JsonObject): void {
  if (keeping) put(keeping, { kind: 'people', entity, id, version: 0, title: null, before: led, after: {} })
}

/** Keeps that a record was removed. */
export function keepRemoved({ entity }: RecordContext, { keeping }: Write, before: JsonObject, isPart: boolean): void {
  if (!keeping) return
  put(keeping, {
    kind: 'remove',
    entity: entity.name,
    id: readId(entity, before.id),
    version: Number(before.version) + 1,
    title: recordTitle(entity, before),
    before: {},
    after: {},
    ...(isPart && { part: true as const }),
  })
}

const put = ({ rows, chosen }: Keeping, row: KeptRow): void => void rows.push({ chosen, row })

/**
 * Does work that can be taken back, and stores what it takes.
 * @param run the key to ask with; several writes of one run go together
 * @returns null when nothing was changed, or it cannot be taken back
 */
export async function undoable(
  context: RecordContext,
  write: Write,
  how: Undoable | undefined,
  { run, note }: { readonly run: string; readonly note: string | null },
  work: () => Promise<void>,
): Promise<Undo | null> {
  if (!how || how.seconds === 0) {
    await work()
    return null
  }
  const keeping: Keeping = { rows: [], chosen: '', isAside: false }
  write.keeping = keeping
  await work()
  write.keeping = undefined
  return keeping.rows.length === 0 ? null : store(context, write, how, { run, note }, keeping)
}

async function store(
  { runtime, actor, resource }: RecordContext,
  { tx }: Write,
  { verb, seconds }: Undoable,
  { run, note }: { readonly run: string; readonly note: string | null },
  { rows }: Keeping,
): Promise<Undo> {
  // The moment itself and not the call's: the last of many records may be written a minute after the first.
  const now = runtime.now()
  const until = new Date(now.getTime() + seconds * 1000).toISOString()
  await forget(tx, now)
  const { rows: known } =
    await sql`update undo_runs set date_until = ${until}, state = 'open' where run = ${run} returning id`.execute(tx)
  if (known.length === 0) {
    await sql`insert into undo_runs (run, resource, id_user, verb, note, date_until, state)
      values (${run}, ${resource.name}, ${actor.id}, ${verb}, ${note}, ${until}, 'open')`.execute(tx)
  }
  await sql`insert into undo_rows (run, place, chosen, what)
    select ${run}, coalesce((select max(place) from undo_rows where run = ${run}), 0) + v.place, v.chosen, v.what::jsonb
    from unnest(${rows.map(({ chosen }) => chosen)}::text[], ${rows.map(({ row }) => JSON.stringify(row))}::text[]) with
      ordinality as v (chosen, what, place)`.execute(tx)
  return { run, until, seconds }
}

/**
 * Values are not kept longer than they are of use: an hour, so that who comes late hears why. What a removal did is
 * kept as long as what it removed.
 */
async function forget(tx: Write['tx'], now: Date): Promise<void> {
  const old = sql`select run from undo_runs
    where verb <> 'remove' and date_until < ${new Date(now.getTime() - HOUR_MS).toISOString()}`
  await sql`delete from undo_rows where run in (${old})`.execute(tx)
  await sql`delete from undo_runs where run in (${old})`.execute(tx)
}
