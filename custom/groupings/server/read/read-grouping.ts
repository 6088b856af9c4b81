import { type RawBuilder, sql } from 'kysely'
import type { Column, Row } from '#app/tables'
import { AppError, mayEdit } from '#engine/model'
import { type CallContext, type Db, iso, scopeSql, stateObjects, type Tx } from '#engine/server'
import type { GroupingItem } from '../../model/grouping-wire'

/** States in which nothing of a grouping changes any more: finished, cancelled. */
export const OVER_STATES: readonly string[] = ['4', '5']

/** The catalogue whose right says who may change one. */
export const GROUPINGS = { module: 'groupings' } as const

/** What reading groupings needs of a call. */
export type GroupingReader = Pick<CallContext, 'actor' | 'model' | 'settings' | 'now' | 'say'>

interface GroupingRow
  extends Row<
    'groupings',
    | 'id'
    | 'id_branch'
    | 'id_product'
    | 'id_vehicle'
    | 'id_driver'
    | 'notes'
    | 'distance'
    | 'duration'
    | 'distance_source'
    | 'polyline'
  > {
  /** Minutes. */
  readonly max_ride: number | null
  readonly name: string
  readonly type: string
  readonly state: string
  readonly br_name: Column<'branches.name'> | null
  readonly pr_name: Column<'products.name'> | null
  readonly plate: Column<'vehicles.plate'> | null
  readonly dr_name: Column<'users.name'> | null
  readonly dr_surname: Column<'users.surname'> | null
  readonly dr_phone: Column<'users.phone'> | null
  readonly auto_assign: 0 | 1
  readonly optimize_route: 0 | 1
  readonly return_to_base: 0 | 1
  readonly num_services: number
  readonly num_completed_services: number
  readonly total_capacity_1: number
  readonly max_capacity_1: number | null
  readonly date_start: string | null
  readonly date_arrival: string | null
  readonly date_created: string
  readonly plan_version: number
}

/** A grouping in the asker's scope. @throws {AppError} NOT_FOUND */
export async function readGrouping(reader: GroupingReader, db: Db | Tx, id: number): Promise<GroupingItem> {
  const [item] = await readGroupings(reader, db, sql<boolean>`g.id = ${id} and ${scopeSql(reader, 'groupings', 'g')}`)
  if (!item) throw new AppError('NOT_FOUND')
  return item
}

/** Groupings by a condition over `g`, which brings the scope. */
async function readGroupings(
  reader: GroupingReader,
  db: Db | Tx,
  condition: RawBuilder<boolean>,
): Promise<readonly GroupingItem[]> {
  const { rows } = await sql<GroupingRow>`
    select g.id, g.name, coalesce(g.type, '1') as type, coalesce(g.state, '1') as state, g.id_branch,
      br.name as br_name, g.id_product, pr.name as pr_name,
      g.id_vehicle, v.plate, g.id_driver, d.name as dr_name, d.surname as dr_surname, d.phone as dr_phone,
      coalesce(g.auto_assign, false)::int as auto_assign, coalesce(g.optimize_route, false)::int as optimize_route,
      coalesce(g.return_to_base, false)::int as return_to_base, g.max_ride::float8 as max_ride, g.notes,
      n.services as num_services, n.completed as num_completed_services, n.people as total_capacity_1,
      coalesce(v.capacity_1, pr.capacity_1) as max_capacity_1, g.distance, g.duration, g.distance_source, g.polyline,
      ${iso('g.date_start')} as date_start, ${iso('g.date_arrival')} as date_arrival,
      coalesce(g.plan_version, 0) as plan_version,
      ${iso('g.date_created')} as date_created
    from groupings g
    left join branches br on br.id = g.id_branch
    left join products pr on pr.id = g.id_product
    left join vehicles v on v.id = g.id_vehicle
    left join users d on d.id = g.id_driver
    left join lateral (
      select count(*)::int as services, (count(*) filter (where s.state = 'finalized'))::int as completed,
        coalesce(sum(s.capacity_1), 0)::int as people
      from services s where s.id_grouping = g.id and s.state <> 'canceled' and s.date_deleted is null
    ) n on true
    where g.date_deleted is null and ${condition} order by g.id`.execute(db)
  const states = stateObjects(reader, 'groupings')
  const types = stateObjects(reader, 'groupings', 'type')
  return rows.map((row) => ({
    ...row,
    type_text: types.get(row.type)?.name ?? row.type,
    state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
    can_edit: !OVER_STATES.includes(row.state) && mayEdit(reader.actor, GROUPINGS),
  }))
}

/** A grouping that may still be changed. @throws {AppError} NOT_FOUND; CONFLICT `groupings.over` */
export async function readOpenGrouping(reader: GroupingReader, db: Db | Tx, id: number): Promise<GroupingItem> {
  const item = await readGrouping(reader, db, id)
  if (OVER_STATES.includes(item.state))
    throw new AppError('CONFLICT', { say: 'groupings.over', params: { name: item.name } })
  return item
}
