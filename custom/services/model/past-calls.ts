import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, orNull, When, WhenOrNull } from '#engine/model'

const EDIT = { module: 'services', right: 'edit' } as const
const Address = Type.Optional(orNull(Type.String({ maxLength: 300 })))
const Price = Type.Optional(orNull(Type.Number({ minimum: 0, maximum: 1_000_000_000 })))

/** A ride that is put in after it was over (spec 1 §5, Past service). */
const Past = Type.Object({
  id_branch: Id,
  id_client: Id,
  id_product: Id,
  id_payment: Id,
  id_vehicle: Id,
  id_tarif: Id,
  date_finalized: When,
  id_company_ceco: Type.Optional(IdOrNull),
  date_started: Type.Optional(WhenOrNull),
  org_address: Address,
  dst_address: Address,
  price_base: Price,
  price_wait: Price,
  price_promo: Price,
  notes: Type.Optional(orNull(Type.String({ maxLength: 1000 }))),
})
export type Past = Static<typeof Past>

/** `POST services/createPast`: while the setting `can_create_past_services` is on. */
export const createPastCall = defineCall({
  method: 'POST',
  path: 'services/createPast',
  access: EDIT,
  request: Past,
  response: Type.Object({ id: Id, msg: Type.String() }),
})

/** `POST services/updatePast {id, version?, …}`. */
export const updatePastCall = defineCall({
  method: 'POST',
  path: 'services/updatePast',
  access: EDIT,
  request: Type.Object({ id: Id, version: Type.Optional(Type.Integer({ minimum: 1 })), ...Past.properties }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})
