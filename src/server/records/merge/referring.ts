import { sql, type RawBuilder } from 'kysely'
import type { Uses } from '../../../model/catalogue-answers'
import { givesPlaces } from '../../../model/application'
import { kindsTo } from '../../../model/any-reference'
import { maySee } from '../../../model/rights/access'
import type { Entity } from '../../../model/entity'
import type { Field } from '../../../model/field'
import type { Resource } from '../../../model/resource'
import type { Db, Tx } from '../../platform/database/database'
import { SYSTEM_ENTITIES } from '../../language/metadata/system-files'
import { joinTableName } from '../../language/migrate/join-table'
import { all, inScope, living } from '../fields/in-scope'
import { resourceTitle } from '../fields/labels'
import { refersTo } from '../relations/uses'
import { contextOf, type RecordContext } from '../record-context'
import { readId, type RecordId } from '../record-id'

/** An entity whose records refer to the one that goes. */
export interface Referring {
  readonly entity: Entity
  /** The entity of the records that are merged. */
  readonly to: Entity
  readonly fields: readonly Field[]
  /** The catalogue under whose name people know them. */
  readonly resource: Resource | null
}

/**
 * Every entity that follows a merge: not what says that it stays (`x-merge`). What the engine itself keeps about a
 * record (sessions, the log, files, keys) stays with the one that went; so do the places of an account: who merges two
 * people gives neither of them what the other may do.
 */
export function referringTo({ model, entity: target }: RecordContext): readonly Referring[] {
  const to = target.name
  return Object.values(model.entities)
    .filter(({ remote, stays }) => !remote && !stays)
    .flatMap((entity): Referring[] => {
      const fields = Object.values(entity.fields).filter(
        (field) => field.ref?.to === to || kindsTo(field, to).length > 0,
      )
      const over = Object.values(model.resources).filter(
        (one) => one.entity === entity.name && one.module !== null && !one.singleton,
      )
      const isKept = SYSTEM_ENTITIES.includes(entity.name) || givesPlaces(model.application, entity.name)
      const stays = isKept && entity.name !== to && (to === 'users' || over.every(({ readOnly }) => readOnly))
      return fields.length === 0 || stays
        ? []
        : [{ entity, to: target, fields, resource: over.find((one) => one.name === entity.name) ?? over[0] ?? null }]
    })
}

/** The context of an entity's records, whatever catalogue shows them. */
export const thereOf = (context: RecordContext, { entity, resource }: Referring): RecordContext =>
  contextOf(context, entity, {
    ...(resource ?? context.resource),
    entity: entity.name,
    where: undefined,
    fixed: {},
    singleton: undefined,
    asks: undefined,
  })

/** The condition of rows `t` that refer to a record. */
function refersBy({ entity, to, fields }: Referring, id: RecordId): RawBuilder<boolean> {
  const parts = fields.map((field) =>
    field.virtual
      ? sql<boolean>`exists (select 1 from ${sql.table(joinTableName(entity.name, field.name))} as j
        where j.id_own = t.id and j.id_target = ${id})`
      : refersTo('t', field, to, id),
  )
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** The rows that refer to a record, and whether the asker may write each. */
export async function referringRows(
  context: RecordContext,
  tx: Tx,
  one: Referring,
  id: RecordId,
  max: number,
): Promise<readonly { readonly id: RecordId; readonly mine: boolean }[]> {
  const there = thereOf(context, one)
  const { rows } = await sql<{
    id: unknown
    mine: boolean
  }>`select t.id, ${inScope(there, 't', { use: 'write' })} as mine from ${sql.table(one.entity.name)} as t
    where ${all([living('t'), refersBy(one, id)])} order by t.id limit ${max + 1}`.execute(tx)
  return rows.map((row) => ({ id: readId(one.entity, row.id), mine: row.mine }))
}

/** What refers to a record, counted by catalogue, as far as the asker sees it. */
export async function usesIn(context: RecordContext, db: Db | Tx, id: RecordId): Promise<Uses> {
  const {
    actor,
    runtime: { words },
  } = context
  const uses: { resource: string; title: string; count: number }[] = []
  let others = false
  for (const one of referringTo(context)) {
    const seen = one.resource && maySee(actor, one.resource) ? inScope(thereOf(context, one)) : sql<boolean>`false`
    const { rows } = await sql<{ all: number; mine: number; seen: number }>`select count(*)::int as all,
      (count(*) filter (where ${inScope(thereOf(context, one), 't', { use: 'write' })}))::int as mine,
      (count(*) filter (where ${seen}))::int as seen
      from ${sql.table(one.entity.name)} as t where ${all([living('t'), refersBy(one, id)])}`.execute(db)
    const [found = { all: 0, mine: 0, seen: 0 }] = rows
    // What no catalogue shows is the program's own, and hidden from nobody.
    if (found.all > (one.resource ? Math.min(found.seen, found.mine) : found.mine)) others = true
    if (one.resource && found.seen > 0)
      uses.push({
        resource: one.resource.name,
        title: resourceTitle(words, actor.language, one.resource),
        count: found.seen,
      })
  }
  return { uses: uses.sort((a, b) => b.count - a.count), others }
}
