import { sql, type RawBuilder } from 'kysely'
import type { Entity } from '../../../model/entity'
import type { Model } from '../../../model/model'
import { kindsTo } from '../../../model/any-reference'
import type { Job } from '../../platform/jobs/job'
import { keptSince } from './kept-days'

/** Rows per statement: few enough that nobody waits for their locks. */
const BATCH = 200

/**
 * Deletes for good, every few hours, what was removed longer ago than the setting `removed_days`. A record that a row
 * still names (a ride, a payment) stays in its table for the sake of that row, and is offered to nobody.
 */
export const purgeRemoved: Job = {
  name: 'engine.purge_removed',
  every_s: 6 * 3600,
  async run({ runtime, signal, log }) {
    const {
      database: { db },
      now,
      settings,
    } = runtime
    const before = keptSince(await settings(), now())
    await sql`delete from undo_rows where run in (select run from undo_runs where date_until < ${before})`.execute(db)
    await sql`delete from undo_runs where date_until < ${before}`.execute(db)
    const model = runtime.model()
    for (const entity of purged(model)) {
      for (let taken = BATCH; taken === BATCH && !signal.aborted; ) {
        taken = await purgeSome(entity).catch((error: unknown) => {
          log(`removed rows of ${entity.name} stay: ${error instanceof Error ? error.message : String(error)}`)
          return 0
        })
      }
    }

    async function purgeSome(entity: Entity): Promise<number> {
      const { rows } = await sql<{ id: unknown }>`delete from ${sql.table(entity.name)} where id in (
        select t.id from ${sql.table(entity.name)} as t where t.date_deleted < ${before} and ${unnamed(model, entity)}
        order by t.date_deleted limit ${BATCH}) returning id`.execute(db)
      const ids = rows.map(({ id }) => String(id))
      if (ids.length > 0) {
        await sql`delete from record_comments
          where entity = ${entity.name} and id_target::text = any(${ids}::text[])`.execute(db)
        await sql`delete from record_followers
          where entity = ${entity.name} and id_target::text = any(${ids}::text[])`.execute(db)
        await sql`update files set state = 'replaced', date_updated = ${now().toISOString()}
          where entity = ${entity.name} and target = any(${ids}::text[]) and state = 'attached'`.execute(db)
      }
      return rows.length
    }
  },
}

/** Entities whose records people remove: those of a catalogue. The rows of a record go before it. */
function purged({ entities, resources }: Model): readonly Entity[] {
  const shown = new Set(
    Object.values(resources).flatMap(({ entity, module, singleton, readOnly, rest }) =>
      module !== null && !singleton && !readOnly && rest === undefined ? [entity] : [],
    ),
  )
  const rows = new Set(
    Object.values(entities).flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ children }) => (children ? [children.of] : [])),
    ),
  )
  const all = Object.values(entities).filter(
    (entity) => !entity.remote && (shown.has(entity.name) || rows.has(entity.name)),
  )
  return all.toSorted((one, other) => Number(rows.has(other.name)) - Number(rows.has(one.name)))
}

/** No row of any table names it, removed or not. */
function unnamed({ entities }: Model, entity: Entity): RawBuilder<boolean> {
  const uses = Object.values(entities)
    .filter(({ remote }) => !remote)
    .flatMap((other) =>
      Object.values(other.fields)
        .filter(({ virtual, dynamic }) => !virtual && !dynamic)
        .flatMap((field) => {
          const column = sql.ref(`x.${field.name}`)
          const from = sql`select 1 from ${sql.table(other.name)} as x where`
          if (field.ref?.to === entity.name) return [sql<boolean>`not exists (${from} ${column} = t.id)`]
          return kindsTo(field, entity.name).map(
            (kind) => sql<boolean>`not exists (${from} ${column} = ${`${kind}:`} || t.id::text)`,
          )
        }),
    )
  return uses.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(uses, sql` and `)})`
}
