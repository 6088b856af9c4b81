import { sql } from 'kysely'
import { tables } from '#app/tables'
import { anyOf, type Db, iso, plannedOnce } from '#engine/server'
import { OVER, type ServiceState } from '../../../service-states/model'
import { stateTimer, type StateTimer, type Timed } from '../../model/state-timer'

type Timing = Timed & { readonly id: number }

/**
 * Since when services are in their states and until when they should be, by id; those that are over have none. One
 * statement for all.
 */
export async function stateTimers(
  db: Db,
  now: Date,
  ids: readonly number[],
): Promise<ReadonlyMap<unknown, StateTimer>> {
  if (ids.length === 0) return new Map()
  const rows = await plannedOnce(
    db,
    tables(db)
      .selectFrom('services as s')
      .leftJoinLateral(
        (of) =>
          of
            .selectFrom('service_offers as o')
            .select(['o.date_created', 'o.date_deadline', 'o.duration'])
            .whereRef('o.id_service', '=', 's.id')
            .where('o.state', 'in', ['pending', 'accepted'])
            .where('o.date_deleted', 'is', null)
            .orderBy('o.id', 'desc')
            .limit(1)
            .as('asked'),
        (join) => join.onTrue(),
      )
      .where('s.id', '=', anyOf(ids))
      .where('s.state', 'not in', [...OVER])
      .select([
        's.id',
        's.state',
        's.duration',
        ...STAMPS.map((stamp) => iso(`s.${stamp}`).as(stamp)),
        iso('asked.date_created').as('date_asked'),
        sql<string | null>`case when s.state = 'requested' then ${iso('asked.date_deadline')} end`.as('date_deadline'),
        sql<number | null>`coalesce(s.time_approach, asked.duration)`.as('approach_s'),
      ])
      .$narrowType<{ state: ServiceState }>(),
  )
  return new Map(
    (rows as readonly Timing[]).flatMap((row): [number, StateTimer][] => {
      const timer = stateTimer(row, now)
      return timer ? [[row.id, timer]] : []
    }),
  )
}

const STAMPS = [
  'date_created',
  'date_scheduled',
  'date_requested',
  'date_unassigned',
  'date_accepted',
  'date_onway',
  'date_waiting',
  'date_started',
  'date_arrived',
] as const
