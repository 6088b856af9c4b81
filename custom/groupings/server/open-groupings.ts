import { KIND } from '#app/asker'
import { sql } from 'kysely'
import { living, patchRecord } from '#app/tables'
import type { JsonObject } from '#engine/model'
import { anyOf, type FoundMatter, type Hooks, iso, type MatterContext, scopeSql, stateObjects } from '#engine/server'
import { cancel, openRides } from '../../services/server'
import { NOBODY_DRIVES, takeAll } from './change/give-rides'
import { OVER_STATES } from './read/read-grouping'

/** Routes that a driver or a vehicle who is switched off was to drive: each is given back with its rides, or stays. */
export const openGroupings: readonly Hooks[] = [
  of('users', 'id_driver', ({ type_user }) => type_user === KIND.driver),
  of('vehicles', 'id_vehicle', () => true),
  {
    entity: 'groupings',
    async openMatters(context, records, most) {
      const rides = await openRides(
        context,
        'id_grouping',
        records.map(({ id }) => Number(id)),
        most,
      )
      // Who is on board keeps the grouping from being removed at all.
      return rides
        .filter(({ state }) => state !== 'started' && state !== 'arrived')
        .map(({ state, ...ride }): FoundMatter => ({ ...ride, kind: state, choices: ['free', 'cancel'] }))
    },
    mattersText({ say }, found) {
      const onWay = found.filter(({ kind }) => kind === 'onway' || kind === 'waiting').length
      return [
        say('groupings.open.text', { smart_count: found.length }),
        ...(onWay > 0 ? [say('groupings.open.on_way', { smart_count: onWay })] : []),
      ].join(' ')
    },
    // The removal itself lets them go.
    async settleMatter({ tx, now, say, actor, id_session = null }, { key }, choice, { name }) {
      if (choice !== 'cancel') return
      await cancel(tx, {
        id_service: Number(key.split('/')[1]),
        by: { mover: 'operator', id_user: actor.id, platform: 'web', id_session },
        now,
        reason: say('groupings.open.reason', { name: String(name ?? '') }),
      })
    },
  },
]

function of(entity: string, column: 'id_driver' | 'id_vehicle', drives: (record: JsonObject) => boolean): Hooks {
  return {
    entity,
    openMatters: (context, records, most) =>
      routesOf(
        context,
        column,
        records.filter(drives).map(({ id }) => Number(id)),
        most,
      ),
    settleMatter: (context, { key }) => giveBack(context, Number(key.split('/')[1])),
  }
}

async function routesOf(
  context: MatterContext,
  column: 'id_driver' | 'id_vehicle',
  ids: readonly number[],
  most: number,
): Promise<readonly FoundMatter[]> {
  if (ids.length === 0) return []
  const rows = await living(context.tx, 'groupings as g')
    .where(`g.${column}`, '=', anyOf(ids))
    .where('g.state', 'not in', [...OVER_STATES] as ('4' | '5')[])
    .where(scopeSql({ ...context, now: () => context.now }, 'groupings', 'g'))
    .select(({ ref }) => [
      'g.id',
      'g.name',
      'g.state',
      sql<number>`(select count(*)::int from services s where s.id_grouping = ${ref('g.id')}
        and s.date_deleted is null)`.as('rides'),
      iso('g.date_start').as('date'),
      sql<number>`${ref(`g.${column}`)}`.as('of'),
    ])
    .orderBy('g.date_start')
    .orderBy('g.id')
    .limit(most)
    .execute()
  const states = stateObjects(context, 'groupings')
  return rows.map(({ id, name, state, rides, date, of: whose }) => ({
    key: `groupings/${id}`,
    of: whose,
    date,
    path: `/groupings/${id}`,
    title: context.say('groupings.open.route', {
      name: name ?? String(id),
      state: states.get(String(state))?.name ?? String(state),
    }),
    detail: context.say('groupings.open.rides', { smart_count: rides }),
    // Who drives has people on board.
    choices: state === '3' ? ['keep'] : ['keep', 'pass'],
  }))
}

async function giveBack({ tx, actor, now, id_session = null }: MatterContext, id: number): Promise<void> {
  const by = { mover: 'operator', id_user: actor.id, platform: 'web', id_session } as const
  await takeAll(tx, id, { by, now })
  await patchRecord(tx, 'groupings', id, NOBODY_DRIVES, { by, now, verb: 'grouping_take' })
  await sql`select own_grouping_settled(${id})`.execute(tx)
}
