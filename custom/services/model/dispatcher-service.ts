import { Type, type Static } from 'typebox'
import { Flag, Id, IdOrNull, NumberOrNull, StateObject, TextOrNull, WhenOrNull } from '#engine/model'

export const DispatcherStop = Type.Object({
  id: Id,
  position: Type.Integer(),
  lat: NumberOrNull,
  lng: NumberOrNull,
  address: Type.String(),
  /** What the place is called, where it was chosen by its name. */
  name: TextOrNull,
  contact_name: TextOrNull,
  contact_phone: TextOrNull,
  contact_email: TextOrNull,
  notes: TextOrNull,
  date_reached: WhenOrNull,
  date_left: WhenOrNull,
  /** Seconds. */
  time_wait: NumberOrNull,
  /** What it cost, in currency units; only in a service's information, for staff. */
  price_base: Type.Optional(NumberOrNull),
  price_wait: Type.Optional(NumberOrNull),
  price_parking: Type.Optional(NumberOrNull),
  price_courier: Type.Optional(NumberOrNull),
  price_demand: Type.Optional(NumberOrNull),
  price_promo: Type.Optional(NumberOrNull),
})
export type DispatcherStop = Static<typeof DispatcherStop>

/**
 * A service as the dispatcher's form, its information and the list of active ones know it (spec 1 §3). Money in
 * currency units.
 */
export const DispatcherService = Type.Object({
  id: Id,
  version: Type.Integer(),
  state: Type.String(),
  state_obj: StateObject,
  id_branch: IdOrNull,
  br_name: TextOrNull,
  id_client: Id,
  cl_id: Id,
  cl_name: TextOrNull,
  cl_surname: TextOrNull,
  cl_phone: TextOrNull,
  id_company: IdOrNull,
  co_id: IdOrNull,
  co_name: TextOrNull,
  ca_id: IdOrNull,
  ca_name: TextOrNull,
  id_company_ceco: IdOrNull,
  order_number: TextOrNull,
  id_product: Id,
  pr_name: TextOrNull,
  pr_hide_price: Flag,
  id_tarif: IdOrNull,
  id_payment: IdOrNull,
  pm_name: TextOrNull,
  /** The fare that was agreed, and the promotion that it was granted. */
  id_fare: IdOrNull,
  promo_code: TextOrNull,
  id_vehicle: IdOrNull,
  ve_plate: TextOrNull,
  id_driver: IdOrNull,
  dr_id: IdOrNull,
  dr_name: TextOrNull,
  dr_surname: TextOrNull,
  dr_phone: TextOrNull,
  /** Vehicle whose driver is being asked now, and until when. */
  vehicle_requesting: IdOrNull,
  date_deadline: WhenOrNull,
  scheduled: Flag,
  for_another: Flag,
  invited: Flag,
  invited_name: TextOrNull,
  invited_phone: TextOrNull,
  notes: TextOrNull,
  /** Why they ride, where their company asks. */
  trip_reason: TextOrNull,
  capacity_1: Type.Integer(),
  is_return: Flag,
  for_shared_service: Flag,
  /** Metres, seconds, polyline of precision 5. */
  distance: NumberOrNull,
  duration: NumberOrNull,
  polyline: TextOrNull,
  org_lat: NumberOrNull,
  org_lng: NumberOrNull,
  org_address: TextOrNull,
  org_name: TextOrNull,
  dst_lat: NumberOrNull,
  dst_lng: NumberOrNull,
  dst_address: TextOrNull,
  dst_name: TextOrNull,
  /** Since when its passenger, who rode already, waits for another car, and where; null: they do not. */
  date_handed_over: WhenOrNull,
  handover_lat: NumberOrNull,
  handover_lng: NumberOrNull,
  handover_address: TextOrNull,
  /** Null where the asker may not see prices. */
  price_base: NumberOrNull,
  price_toll: NumberOrNull,
  price_promo: NumberOrNull,
  price_cancel: NumberOrNull,
  price_total: NumberOrNull,
  price_wait: NumberOrNull,
  price_courier: NumberOrNull,
  price_pause: NumberOrNull,
  price_parking: NumberOrNull,
  price_demand: NumberOrNull,
  price_service: NumberOrNull,
  price_tax: NumberOrNull,
  /** What the total comes to beyond the prices before it. */
  price_other: NumberOrNull,
  /** Seconds. */
  time_wait: NumberOrNull,
  is_price_edited: Flag,
  op_id: IdOrNull,
  op_name: TextOrNull,
  by_operator: Flag,
  /** What kind of user made it, in the asker's language. */
  ucr_type_text: TextOrNull,
  id_user_created: IdOrNull,
  ucr_name: TextOrNull,
  /**
   * What its company answers, or has answered: `pending`, `approved` or `rejected`, and why; null: nobody was asked.
   */
  va_state: TextOrNull,
  va_reason: TextOrNull,
  num_service_assignments: Type.Integer(),
  is_past_service: Flag,
  keep_searching: Flag,
  date_created: WhenOrNull,
  date_scheduled: WhenOrNull,
  date_onair: WhenOrNull,
  date_requested: WhenOrNull,
  date_unassigned: WhenOrNull,
  date_accepted: WhenOrNull,
  date_onway: WhenOrNull,
  date_waiting: WhenOrNull,
  date_started: WhenOrNull,
  date_arrived: WhenOrNull,
  date_finalized: WhenOrNull,
  date_canceled: WhenOrNull,
  date_updated: WhenOrNull,
  stops: Type.Array(DispatcherStop),
  custom_fields: Type.Record(Type.String(), Type.Unknown()),
})
export type DispatcherService = Static<typeof DispatcherService>
