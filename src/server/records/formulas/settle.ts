import type { Entity } from '../../../model/entity'
import { AppError } from '../../../model/errors'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Write } from '../write/open-write'
import { readId, type RecordId } from '../record-id'
import { databaseError } from '../../platform/answers/database-error'
import { dependentsOf, type FilledField, type Dependents } from './dependents'
import { forgetFar } from './far-rows'
import { lockRows, recount } from './recount'

/** A row that was written. */
interface Written {
  readonly id: RecordId
  /** Null: it is new. */
  readonly before: JsonObject | null
  /** Null: it was removed. */
  readonly after: JsonObject | null
  /** Names of the fields that changed; null: all. */
  readonly fields: ReadonlySet<string> | null
}

/** Values that formulas gave to the written rows, by row and field. */
type Settled = ReadonlyMap<RecordId, { readonly [field: string]: Json }>

/** Rows whose formula may come to something else: themselves, and those that refer to others. */
interface Stale {
  readonly ids: Set<RecordId>
  readonly through: Map<string, Set<RecordId>>
}

/** What still has to be counted again in a transaction, by the place of the formula. */
interface Waiting {
  readonly stale: Map<number, Stale>
  depth: number
}

declare module '../write/open-write' {
  interface Write {
    /** Formulas that are still to be counted again; absent: none was touched. */
    waiting?: Waiting
  }
}

const waitingOf = (write: Write): Waiting => (write.waiting ??= { stale: new Map(), depth: 0 })

/** Writes a record's rows; what is counted from them is counted once, when their record is settled. */
export async function withRows<T>(write: Write, work: () => Promise<T>): Promise<T> {
  const held = waitingOf(write)
  held.depth += 1
  try {
    return await work()
  } finally {
    held.depth -= 1
  }
}

/**
 * Counts again what formulas make of rows that were just written, and then of whatever that changes, in the order of
 * the formulas and in the same transaction.
 * @param direct the formulas over the rows' own fields have been settled before they were written
 * @returns what the written rows themselves got
 */
export async function settleFormulas(
  model: Model,
  write: Write,
  entity: Entity,
  rows: readonly Written[],
  direct = true,
): Promise<Settled> {
  const all = dependentsOf(model)
  const triggers = all.triggers.get(entity.name)
  const got = new Map<RecordId, { [field: string]: Json }>()
  const { stale, depth } = waitingOf(write)
  if (!triggers && stale.size === 0 && !all.late.has(entity.name)) return got
  forgetFar(write, entity.name)
  for (const row of rows) {
    stir(all, stale, model, entity, row, direct)
    // A new record has what its formulas come to without rows.
    if (!row.before && row.after)
      all.counted.forEach(
        (one, at) => one.isLate && one.entity.name === entity.name && staleAt(stale, at).ids.add(row.id),
      )
  }
  const written = new Set(rows.map(({ id }) => id))
  // What the transaction wrote itself is locked, and what was counted here before.
  const locked = new Map([[entity.name, new Set(written)]])
  for (const [at, one] of all.counted.entries()) {
    const here = stale.get(at)
    if (!here) continue
    const isOwn = one.entity.name === entity.name
    if (depth > 0 && !(isOwn && one.isLate)) continue
    stale.delete(at)
    const held = locked.get(one.entity.name) ?? new Set<RecordId>()
    locked.set(one.entity.name, held)
    const others = [...here.ids].filter((id) => !held.has(id))
    const more = await lockRows(write.tx, one, model, others, here.through)
    for (const id of more) held.add(id)
    const ids = [...new Set([...[...here.ids].filter((id) => held.has(id)), ...more])]
    const changed =
      ids.length === 0
        ? []
        : await recount(write.tx, one, model, ids, all.links.get(one.entity.name) ?? []).catch(
            limitError(one, isOwn && ids.some((id) => written.has(id))),
          )
    if (changed.length === 0) continue
    write.changed.add(one.entity.name)
    forgetFar(write, one.entity.name)
    for (const { id, value, links } of changed) {
      if (isOwn && written.has(id)) got.set(id, { ...got.get(id), [one.field.name]: value })
      stir(all, stale, model, one.entity, { id, before: links, after: links, fields: new Set([one.field.name]) }, false)
    }
  }
  return got
}

/** What the field's limits refuse is an error of the written record, or of the other record that would get it. */
const limitError =
  ({ entity, field }: FilledField, isOwn: boolean) =>
  (error: unknown): never => {
    if (databaseError(error)?.code !== 'VALIDATION') throw error
    const detail = isOwn
      ? { errors: { [field.name]: { key: 'formula_limit' } } }
      : { say: 'records.formula_limit', params: { entity: entity.title, field: field.title } }
    throw new AppError('VALIDATION', detail, { cause: error })
  }

function staleAt(stale: Waiting['stale'], at: number): Stale {
  const found = stale.get(at) ?? { ids: new Set(), through: new Map() }
  stale.set(at, found)
  return found
}

/** Marks what a change of one row makes stale. */
function stir(
  { counted, triggers }: Dependents,
  stale: Waiting['stale'],
  model: Model,
  entity: Entity,
  row: Written,
  direct: boolean,
): void {
  const { id, before, after, fields } = row
  const touches = (names: ReadonlySet<string>): boolean => !fields || [...fields].some((name) => names.has(name))
  for (const trigger of triggers.get(entity.name) ?? []) {
    if (trigger.kind === 'own') {
      if (after && (!direct || counted[trigger.at]?.isLate) && touches(trigger.fields))
        staleAt(stale, trigger.at).ids.add(id)
    } else if (trigger.kind === 'path') {
      // Nothing refers to a new record yet, unless its id was another's before.
      if (after && (before || entity.key) && touches(trigger.fields)) {
        const { through } = staleAt(stale, trigger.at)
        through.set(trigger.ref, (through.get(trigger.ref) ?? new Set<RecordId>()).add(id))
      }
    } else if (!before || !after || touches(trigger.fields)) {
      const to = counted[trigger.at]?.entity
      for (const link of [before?.[trigger.by], after?.[trigger.by]])
        if (to && link !== null && link !== undefined) staleAt(stale, trigger.at).ids.add(readId(to, link))
    }
  }
}
