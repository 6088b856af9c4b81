import { sql } from 'kysely'
import { type CallContext, iso, stateObjects } from '#engine/server'
import { serviceScope } from '../../../services/server'
import { MAX_RIDES, type PastRide } from '../../model/board-call'
import { rideAt, type KeptRide, type RideChange, type RideThen, wasOpen } from '../../model/ride-at'
import { servicesAround } from '../past-indexes'

type Fixed = Omit<
  PastRide,
  | 'state'
  | 'state_obj'
  | 'id_driver'
  | 'dr_name'
  | 'id_vehicle'
  | 've_plate'
  | 'date_since'
  | 'date_pickup'
  | 'logged'
  | 'asked_name'
  | 'date_deadline'
  | 'given_back'
  | 'late'
  | 'lost'
  | 'keep_searching'
  | 'late_s'
  | 'id_warning'
>

interface Row extends Fixed, Omit<KeptRide, 'since_ms'> {
  readonly since: { readonly [state: string]: number | null }
}

interface RidesAt {
  readonly at: Date
  readonly id_branch: number | undefined
}

/** The rides that were open at a moment, the next pick-up first. */
export async function readPastRides(
  context: CallContext,
  asked: RidesAt,
): Promise<{ readonly items: PastRide[]; readonly total: number }> {
  const rows = await readAround(context, asked)
  const changes = await readChanges(
    context,
    rows.map(({ id }) => id),
  )
  const open = rows
    .map((row) => ({
      row,
      stood: rideAt({ ...row, since_ms: known(row.since) }, changes.get(row.id) ?? [], asked.at.getTime()),
    }))
    .filter(({ stood }) => wasOpen(stood))
  const named = await readNames(context, asked.at, open)
  const states = stateObjects(context, 'services')
  const items = open.map(
    ({ row: { since: _since, scheduled: _scheduled, onair_ms: _onair, ...row }, stood }): PastRide => {
      const { state, id_driver, id_vehicle, logged, since_ms } = stood
      const offer = named.asked.get(row.id)
      const pickup_ms =
        row.date_scheduled === null
          ? stood.id_driver === null || since_ms === null
            ? null
            : (named.pickup.get(row.id) ?? null)
          : Date.parse(row.date_scheduled)
      return {
        ...row,
        state,
        state_obj: states.get(state) ?? { id: state, name: state, color: '' },
        logged: logged ? 1 : 0,
        id_driver,
        dr_name: named.drivers.get(id_driver ?? 0) ?? null,
        id_vehicle,
        ve_plate: named.plates.get(id_vehicle ?? 0) ?? null,
        asked_name: state === 'requested' ? (offer?.name ?? null) : null,
        date_deadline: state === 'requested' ? (offer?.date_deadline ?? null) : null,
        date_since: since_ms === null ? null : new Date(since_ms).toISOString(),
        date_pickup: pickup_ms === null ? null : new Date(pickup_ms).toISOString(),
        keep_searching: 0,
        late: 0,
        given_back: null,
        lost: 0,
        handed_over: 0,
        late_s: null,
        id_warning: null,
      }
    },
  )
  const order = ({ date_pickup, date_since, id }: PastRide): string =>
    `${date_pickup ?? date_since ?? ''} ${String(id).padStart(12, '0')}`
  return { items: items.sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, MAX_RIDES), total: items.length }
}

const MOMENTS = [
  'created',
  'requested',
  'unassigned',
  'accepted',
  'onway',
  'waiting',
  'started',
  'arrived',
  'finalized',
  'canceled',
] as const
const epoch = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8 * 1000`
const fullName = (alias: string) =>
  sql`nullif(concat_ws(' ', ${sql.ref(`${alias}.name`)}, ${sql.ref(`${alias}.surname`)}), '')`
/** What is drawn is the first thousand; to know how many there were nobody reads more. */
const MAX_READ = MAX_RIDES * 4

async function readAround(context: CallContext, { at, id_branch }: RidesAt): Promise<readonly Row[]> {
  const moment = sql`${at.toISOString()}::timestamptz`
  const { rows } = await sql<Row>`
    select s.id, s.version, s.state, s.id_branch, br.name as br_name, s.id_product, pr.name as pr_name,
      co.name as co_name,
      case when s.invited then s.invited_name else ${fullName('cl')} end as cl_name,
      case when s.invited then coalesce(s.invited_phone, cl.phone) else cl.phone end as cl_phone,
      s.id_driver, s.id_vehicle, s.org_address, s.org_name, s.org_point[1] as org_lat, s.org_point[0] as org_lng,
      s.dst_address, s.dst_name,
      ${iso('s.date_scheduled')} as date_scheduled, case when s.by_operator then ${fullName('op')} end as op_name,
      coalesce(s.scheduled, false) as scheduled, ${epoch('s.date_onair')} as onair_ms,
      jsonb_build_object(${sql.join(MOMENTS.flatMap((name) => [sql`${name}::text`, epoch(`s.date_${name}`)]))}) as since
    from ${servicesAround(moment)} s
    left join branches br on br.id = s.id_branch
    left join products pr on pr.id = s.id_product
    left join companies co on co.id = s.id_company
    left join users cl on cl.id = s.id_client
    left join users op on op.id = s.id_operator
    where ${serviceScope(context, 's')} and ${id_branch === undefined ? sql`true` : sql`s.id_branch = ${id_branch}`}
    order by s.id desc limit ${MAX_READ}`.execute(context.db)
  return rows
}

const known = (since: Row['since']): KeptRide['since_ms'] =>
  Object.fromEntries(Object.entries(since).filter(([, ms]) => ms !== null))

interface LogRow extends RideChange {
  readonly id: number
}

/** What changed of these rides, by the activity log. */
async function readChanges(
  { db }: CallContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly RideChange[]>> {
  const found = new Map<number, RideChange[]>()
  if (ids.length === 0) return found
  const { rows } = await sql<LogRow>`
    select l.id_target as id, ${epoch('l.date_created')} as at_ms, l.changes -> 'state' as state,
      l.changes -> 'id_driver' as id_driver, l.changes -> 'id_vehicle' as id_vehicle
    from logs l where l.target = 'services' and l.id_target = any(${[...ids]}::int[]) and l.changes ?| array['state',
      'id_driver', 'id_vehicle']
    order by l.date_created, l.id`.execute(db)
  for (const { id, at_ms, state, id_driver, id_vehicle } of rows) {
    const change: RideChange = {
      at_ms,
      ...(state && { state }),
      ...(id_driver && { id_driver }),
      ...(id_vehicle && { id_vehicle }),
    }
    const before = found.get(id)
    if (before) before.push(change)
    else found.set(id, [change])
  }
  return found
}

interface Named {
  readonly drivers: ReadonlyMap<number, string | null>
  readonly plates: ReadonlyMap<number, string | null>
  readonly asked: ReadonlyMap<number, { readonly name: string | null; readonly date_deadline: string }>
  /** When the driver was to be there, by the way that was reckoned when they took it. */
  readonly pickup: ReadonlyMap<number, number>
}

async function readNames(
  { db }: CallContext,
  at: Date,
  rides: readonly { readonly row: Row; readonly stood: RideThen }[],
): Promise<Named> {
  const ids = (of: (stood: RideThen) => number | null): number[] => [
    ...new Set(rides.flatMap(({ stood }) => of(stood) ?? [])),
  ]
  const moment = sql`${at.toISOString()}::timestamptz`
  const services = rides.map(({ row }) => row.id)
  const drivers = await sql<{
    id: number
    name: string | null
  }>`select u.id, ${fullName('u')} as name from users u
    where u.id = any(${ids(({ id_driver }) => id_driver)}::int[])`.execute(db)
  const vehicles = await sql<{
    id: number
    plate: string | null
  }>`select v.id, v.plate from vehicles v where v.id = any(${ids(({ id_vehicle }) => id_vehicle)}::int[])`.execute(db)
  const offers = await sql<{
    id: number
    id_driver: number
    name: string | null
    date_deadline: string
    pickup_ms: number | null
    accepted: boolean
    open: boolean
  }>`
    select o.id_service as id, o.id_driver, ${fullName('u')} as name, ${iso('o.date_deadline')} as date_deadline,
      extract(epoch from o.date_answered)::float8 * 1000 + o.duration * 1000.0::float8 as pickup_ms,
      o.state = 'accepted' and o.date_answered <= ${moment} as accepted,
      coalesce(o.date_answered, o.date_deadline) > ${moment} as open
    from service_offers o join users u on u.id = o.id_driver
    where o.id_service = any(${services}::int[]) and o.date_deleted is null and o.date_created <= ${moment}
    order by o.id`.execute(db)
  const driverOf = new Map(rides.map(({ row, stood }) => [row.id, stood.id_driver]))
  return {
    drivers: new Map(drivers.rows.map(({ id, name }) => [id, name])),
    plates: new Map(vehicles.rows.map(({ id, plate }) => [id, plate])),
    asked: new Map(
      offers.rows.flatMap(({ id, name, date_deadline, open }) =>
        open ? [[id, { name, date_deadline }] as const] : [],
      ),
    ),
    pickup: new Map(
      offers.rows.flatMap(({ id, id_driver, pickup_ms, accepted }) =>
        accepted && pickup_ms !== null && driverOf.get(id) === id_driver ? [[id, pickup_ms] as const] : [],
      ),
    ),
  }
}
