import { sql, type RawBuilder } from 'kysely'
import type { Column, Row } from '#app/tables'
import { type Db, iso, type Tx } from '#engine/server'
import type { DispatcherStop } from '../../model/dispatcher-service'

/** A service with the data of its references, as the database returns it. */
export interface ServiceRow extends Row<'services', 'id' | 'state', 'state'> {
  readonly [column: string]: unknown
  readonly pr_hide_price: Column<'products.hide_price'>
  readonly ucr_type: Column<'users.type_user'> | null
  readonly stops: string | null
  readonly dynamic_values: string | null
}

const WHENS = [
  'created',
  'scheduled',
  'onair',
  'requested',
  'unassigned',
  'accepted',
  'onway',
  'waiting',
  'started',
  'arrived',
  'finalized',
  'canceled',
  'updated',
  'handed_over',
] as const
const PRICES = [
  'base',
  'toll',
  'promo',
  'cancel',
  'wait',
  'courier',
  'pause',
  'parking',
  'demand',
  'service',
  'tax',
  'total',
] as const

const whens = sql.join(WHENS.map((name) => sql`${iso(`s.date_${name}`)} as ${sql.id(`date_${name}`)}`))
const prices = sql.join(PRICES.map((name) => sql`${sql.ref(`s.price_${name}`)}::float8 as ${sql.id(`price_${name}`)}`))

const STOPS = sql`(select json_agg(json_build_object(
    'id', st.id, 'position', st.position, 'lat', st.point[1], 'lng', st.point[0], 'address', st.address, 'name',
    st.name, 'contact_name', st.contact_name,
    'contact_phone', st.contact_phone, 'contact_email', st.contact_email, 'notes', st.notes,
    'time_wait', st.wait_s, 'date_reached', ${iso('st.date_reached')}, 'date_left', ${iso('st.date_left')})
    order by st.position, st.id)::text
  from service_stops st where st.id_service = s.id and st.date_deleted is null)`

/** Whole services that match a condition over `s`, newest first, in one statement. */
export async function readServiceRows(db: Db | Tx, condition: RawBuilder<boolean>): Promise<readonly ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select s.id, s.version, s.state, s.id_branch, br.name as br_name, s.id_client, s.id_client as cl_id,
      cl.name as cl_name, cl.surname as cl_surname,
      cl.phone as cl_phone, s.id_company, co.id as co_id, co.name as co_name, ca.id as ca_id, ca.name as ca_name,
      s.id_company_ceco, s.order_number,
      s.id_product, pr.name as pr_name, pr.hide_price as pr_hide_price, s.id_tarif, s.id_payment, pm.name as pm_name,
      s.id_fare, pn.code as promo_code,
      s.id_vehicle, ve.plate as ve_plate, s.id_driver, s.id_driver as dr_id, dr.name as dr_name,
      dr.surname as dr_surname, dr.phone as dr_phone,
      asked.id_vehicle as vehicle_requesting, asked.date_deadline,
      s.scheduled, s.for_another, s.invited, s.invited_name, s.invited_phone, s.notes, s.trip_reason, s.capacity_1,
      s.is_return, s.for_shared_service,
      s.distance, s.duration, s.polyline, s.org_point[1] as org_lat, s.org_point[0] as org_lng,
      s.org_address, s.org_name,
      s.dst_point[1] as dst_lat, s.dst_point[0] as dst_lng, s.dst_address, s.dst_name,
      s.handover_point[1] as handover_lat, s.handover_point[0] as handover_lng, s.handover_address, ${prices},
      s.is_price_edited,
      op.id as op_id, nullif(concat_ws(' ', op.name, op.surname), '') as op_name, s.by_operator, s.keep_searching,
      s.time_wait, ucr.type_user as ucr_type, s.id_user_created, nullif(concat_ws(' ', ucr.name, ucr.surname),
        '') as ucr_name, va.state as va_state, va.reason as va_reason,
      (select count(*)::int from service_assignments a
        where a.id_service = s.id and a.state = 'pending' and a.date_deleted is null) as num_service_assignments,
      ${whens}, ${STOPS} as stops, s.dynamic_values::text as dynamic_values
    from services s
    left join branches br on br.id = s.id_branch
    left join users cl on cl.id = s.id_client
    left join companies co on co.id = s.id_company
    left join company_areas ca on ca.id = s.id_company_area
    left join products pr on pr.id = s.id_product
    left join payment_methods pm on pm.id = s.id_payment
    left join promotions pn on pn.id = s.id_promotion
    left join vehicles ve on ve.id = s.id_vehicle
    left join users dr on dr.id = s.id_driver
    left join users op on op.id = s.id_operator
    left join users ucr on ucr.id = s.id_user_created
    left join lateral (select o.id_vehicle, ${iso('o.date_deadline')} as date_deadline from service_offers o
      where o.id_service = s.id and o.state = 'pending' and o.date_deleted is null limit 1) asked on true
    left join lateral (select v.state, v.reason from service_validations v
      where v.id_service = s.id and v.date_deleted is null order by v.id desc limit 1) va on true
    where s.date_deleted is null and ${condition} order by s.id desc`.execute(db)
  return rows
}

/** The stops of a row in their order. */
export const rowStops = ({ stops }: ServiceRow): DispatcherStop[] =>
  stops === null ? [] : (JSON.parse(stops) as DispatcherStop[])
