import { sql, type RawBuilder } from 'kysely'
import type { Column, Row } from '#app/tables'
import type { Static } from 'typebox'
import { AppError } from '#engine/model'
import { type Db, iso, stateObjects, type Teller, type Tx } from '#engine/server'
import type { BroughtOrder, DriverService, DriverStop } from '../../model/driver-wire'
import { stepsFrom } from '../../model/ride-steps'

type TakeOver = NonNullable<DriverService['take_over']>
type When = `date_${(typeof WHENS)[number]}`

interface ServiceRow
  extends Row<
      'services',
      'id' | 'state' | 'id_driver' | 'id_vehicle' | 'notes' | 'distance' | 'duration' | 'polyline' | When,
      'state'
    >,
    Row<'users', 'surname' | 'phone'> {
  readonly scheduled: 0 | 1
  readonly is_return: 0 | 1
  readonly capacity_1: number
  readonly pr_name: Column<'products.name'> | null
  readonly pm_name: Column<'payment_methods.name'> | null
  readonly name: Column<'users.name'> | null
  /** The first word of a guest's name, which is one text. */
  readonly first_name: string | null
  readonly hidden: boolean
  readonly price: number | null
  readonly stops: string | null
  readonly take_over: string | null
  readonly brought: string | null
}

const WHENS = ['scheduled', 'accepted', 'onway', 'waiting', 'started', 'arrived', 'finalized', 'canceled'] as const
const whens = sql.join(WHENS.map((name) => sql`${iso(`s.date_${name}`)} as ${sql.id(`date_${name}`)}`))

const STOPS = sql`(select json_agg(json_build_object(
    'id', st.id, 'position', st.position, 'lat', st.point[1], 'lng', st.point[0], 'address', st.address, 'contact_name',
    st.contact_name,
    'contact_phone', st.contact_phone, 'notes', st.notes, 'date_reached', ${iso('st.date_reached')}, 'date_left',
    ${iso('st.date_left')})
    order by st.position, st.id)::text
  from service_stops st where st.id_service = s.id and st.date_deleted is null)`

const TAKE_OVER = sql`case when s.date_handed_over is not null then (select json_build_object(
    'lat', s.handover_point[1], 'lng', s.handover_point[0], 'address', s.handover_address, 'dr_name',
    nullif(concat_ws(' ', lu.name, lu.surname), ''), 'dr_phone', lu.phone, 'plate', lv.plate)::text
  from service_legs l join users lu on lu.id = l.id_driver left join vehicles lv on lv.id = l.id_vehicle
  where l.id_service = s.id and l.date_deleted is null order by l.position desc, l.id desc limit 1) end`

const BROUGHT = sql`(select json_build_object('id', o.id, 'store', t.name, 'notes', o.notes, 'proof',
  coalesce(t.proof, 'none'),
    'collect', case when coalesce(m.type, 'cash') = 'cash' then (coalesce(o.price_total, 0)
      - coalesce((select sum(i.amount) from order_incidents i where i.id_order = o.id and i.given_by = 'cash'
        and i.state = '1' and i.date_deleted is null), 0))::float8 end)::text
  from orders o join stores t on t.id = o.id_store left join payment_methods m on m.id = o.id_payment
  where o.id_service = s.id and o.date_deleted is null order by o.id limit 1)`

/**
 * Services as shown to this driver: those that a condition over `s` picks, the one due first in front, in one
 * statement. Only the driver who has the service sees phone numbers and surnames.
 */
export async function readDriverServices(
  teller: Teller,
  db: Db | Tx,
  id_driver: number,
  condition: RawBuilder<boolean>,
  max = 50,
): Promise<DriverService[]> {
  const { rows } = await sql<ServiceRow>`
    select s.id, s.state, s.id_driver, s.id_vehicle, s.scheduled::int as scheduled,
      s.is_return::int as is_return, s.notes,
      coalesce(s.capacity_1, 1) as capacity_1, s.distance, s.duration, s.polyline, ${whens}, ${STOPS} as stops,
      ${TAKE_OVER} as take_over, ${BROUGHT} as brought,
      pr.name as pr_name, pm.name as pm_name, coalesce(pr.hide_price, false) as hidden, s.price_total::float8 as price,
      case when s.invited then s.invited_name else cl.name end as name,
      case when s.invited then null else cl.surname end as surname,
      case when s.invited then split_part(btrim(s.invited_name), ' ', 1) else cl.name end as first_name,
      case when s.invited then s.invited_phone else cl.phone end as phone
    from services s
    left join users cl on cl.id = s.id_client
    left join products pr on pr.id = s.id_product
    left join payment_methods pm on pm.id = s.id_payment
    where s.date_deleted is null and ${condition}
    order by coalesce(s.date_scheduled, s.date_created), s.id limit ${max}`.execute(db)
  const states = stateObjects(teller, 'services')
  return rows.map((row) => {
    const {
      id_driver: owner,
      name,
      first_name,
      surname,
      phone,
      hidden,
      price,
      stops,
      take_over,
      brought,
      ...plain
    } = row
    const own = owner === id_driver
    const all = stops === null ? [] : (JSON.parse(stops) as Static<typeof DriverStop>[])
    return {
      ...plain,
      state_obj: states.get(row.state) ?? { id: row.state, name: row.state, color: '' },
      cl_name: own ? [name, surname].filter(Boolean).join(' ') || null : first_name,
      cl_phone: own ? phone : null,
      // After the ride somebody may have to be paid, so the price is shown.
      price_total: hidden && row.state !== 'finalized' ? null : price,
      stops: own ? all : all.map((stop) => ({ ...stop, contact_name: null, contact_phone: null })),
      take_over:
        take_over === null
          ? null
          : { ...(JSON.parse(take_over) as TakeOver), ...(own ? {} : { dr_name: null, dr_phone: null }) },
      order: own && brought !== null ? (JSON.parse(brought) as BroughtOrder) : null,
      steps: own ? stepsFrom(row.state) : [],
    }
  })
}

/** A service of the driver's. @throws {AppError} NOT_FOUND, also for services of others */
export async function driverService(
  teller: Teller,
  db: Db | Tx,
  id_driver: number,
  id: number,
): Promise<DriverService> {
  const [service] = await readDriverServices(
    teller,
    db,
    id_driver,
    sql<boolean>`s.id = ${id} and s.id_driver = ${id_driver}`,
  )
  if (!service) throw new AppError('NOT_FOUND')
  return service
}
