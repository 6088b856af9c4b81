import { isStaff } from '#app/asker'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import { living } from '#app/tables'
import type { MatterChoice } from '#engine/model'
import { anyOf, type FoundMatter, type Hooks, iso, type MatterContext, stateObjects } from '#engine/server'
import { cancel } from '../end/cancel-service'
import type { MoveBy } from '../life/move-asked'
import { moveService } from '../life/move-service'
import { idsOfKind, openMattersOf } from './open-matters-of'
import { OVER, type ServiceState } from '../../../service-states/model'
import { serviceScope } from '../read/service-scope'

/** By which of a ride's references it belongs to a record. */
type Whose = 'id_client' | 'id_company' | 'id_company_area' | 'id_driver' | 'id_vehicle' | 'id_grouping'

/** A ride that goes on, as a question about it shows it. */
interface OpenRide extends Omit<FoundMatter, 'choices'> {
  readonly state: ServiceState
}

/** Rides that somebody still waits for or is in, whose client, company, area, driver or vehicle is switched off. */
export const openServices: readonly Hooks[] = [
  of('users', (records) => [
    ['id_client', idsOfKind(records, '3')],
    ['id_driver', idsOfKind(records, '2')],
  ]),
  of('companies', (records) => [['id_company', idsOfKind(records)]]),
  of('company_areas', (records) => [['id_company_area', idsOfKind(records)]]),
  of('vehicles', (records) => [['id_vehicle', idsOfKind(records)]]),
]

function of(entity: string, whose: Parameters<typeof openMattersOf<Whose>>[1]): Hooks {
  return openMattersOf(entity, whose, mattersOf, (context, { key }, choice, record) =>
    settle(context, key, choice, [record['name'], record['surname'], record['plate']].filter(Boolean).join(' ')),
  )
}

async function mattersOf(
  context: MatterContext,
  column: Whose,
  ids: readonly number[],
  most: number,
): Promise<readonly FoundMatter[]> {
  const works = column === 'id_driver' || column === 'id_vehicle'
  const rides = await openRides(context, column, ids, most)
  return rides.map(({ state, ...ride }) => ({ ...ride, choices: choicesOf(context, state, works) }))
}

/** Rides of these records that are not over, in the asker's scope, the one due first in front. */
export async function openRides(
  context: MatterContext,
  column: Whose,
  ids: readonly number[],
  most: number,
): Promise<readonly OpenRide[]> {
  const works = column === 'id_driver' || column === 'id_vehicle'
  const reader = { ...context, now: () => context.now }
  const rows = await living(context.tx, 'services as s')
    .leftJoin('users as u', 'u.id', 's.id_client')
    .where(`s.${column}`, '=', anyOf(ids))
    .where('s.state', 'not in', OVER)
    .where(serviceScope(reader, 's'))
    // A route is given back as a whole (`groupings`).
    .$if(works, (query) => query.where('s.id_grouping', 'is', null))
    .select(({ ref }) => [
      's.id',
      's.state',
      's.org_address',
      's.dst_address',
      sql<string>`concat_ws(' ', ${ref('u.name')}, ${ref('u.surname')})`.as('client'),
      sql<number>`${ref(`s.${column}`)}`.as('of'),
      iso('s.date_scheduled').as('scheduled'),
      iso('s.date_created').as('created'),
    ])
    .orderBy(when)
    .orderBy('s.id')
    .limit(most)
    .$narrowType<{ state: NotNull }>()
    .execute()
  const states = stateObjects(context, 'services')
  return rows.map(({ id, state, org_address, dst_address, client, of: whose, scheduled, created }) => ({
    key: `services/${id}`,
    of: whose,
    state,
    date: scheduled ?? created,
    path: `/actives/${id}`,
    title: context.say('services.open.ride', { id, state: states.get(state)?.name ?? state }),
    detail: [client, [org_address, dst_address].filter(Boolean).join(' → ')].filter(Boolean).join(' · ') || null,
  }))
}

const when: RawBuilder<unknown> = sql`coalesce(s.date_scheduled, s.date_created)`

/** Nobody is put out of a car; only staff take a ride off its driver. */
function choicesOf({ actor }: MatterContext, state: ServiceState, works: boolean): readonly MatterChoice[] {
  if (state === 'started' || state === 'arrived') return ['keep']
  return works && isStaff(actor) ? ['keep', 'pass', 'cancel'] : ['keep', 'cancel']
}

async function settle(
  context: MatterContext,
  key: string,
  choice: Exclude<MatterChoice, 'keep'>,
  name: string,
): Promise<void> {
  const { tx, now, say, actor, id_session = null } = context
  const id = Number(key.split('/')[1])
  const by: MoveBy = { mover: isStaff(actor) ? 'operator' : 'client', id_user: actor.id, platform: 'web', id_session }
  const reason = say('services.open.reason', { name })
  if (choice === 'cancel') return cancel(tx, { id_service: id, by, now, reason })
  const { state } = await living(tx, 'services')
    .where('id', '=', id)
    .select('state')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await moveService(tx, { id, move: state === 'scheduled' ? 'unreserve' : 'unassign', by, now, note: reason })
}
