import { Type, type Static } from 'typebox'
import { defineCall, Flag, Id, NumberOrNull, StateObject, TextOrNull, WhenOrNull } from '#engine/model'

/** A driver who has put themselves forward for a booking (spec 1 §3, Assignment). */
export const Assignment = Type.Object({
  id: Id,
  dr_id: Id,
  dr_name: TextOrNull,
  dr_surname: TextOrNull,
  id_vehicle: Id,
  plate: TextOrNull,
  brand: TextOrNull,
  model: TextOrNull,
  year: NumberOrNull,
  us_rating_average: NumberOrNull,
  us_rating_count: NumberOrNull,
  /** Metres when they put themselves forward. */
  distance: NumberOrNull,
  state_obj: StateObject,
  date_created: WhenOrNull,
  /** It waits for an answer, and the service still has room for one. */
  can_response: Flag,
})
export type Assignment = Static<typeof Assignment>

export const assignmentsCall = defineCall({
  method: 'GET',
  path: 'service_assignments',
  access: { module: 'dispatcher', right: 'see' },
  request: Type.Object({ id_service: Id }),
  response: Type.Object({ items: Type.Array(Assignment), total: Type.Integer() }),
})
export const acceptAssignmentCall = defineCall({
  method: 'POST',
  path: 'service_assignments/:id/accept',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ items: Type.Array(Assignment), msg: Type.Optional(Type.String()) }),
})
export const rejectAssignmentCall = defineCall({
  method: 'POST',
  path: 'service_assignments/:id/reject',
  access: { module: 'dispatcher', right: 'edit' },
  request: Type.Object({ id: Id }),
  response: Type.Object({ items: Type.Array(Assignment), msg: Type.Optional(Type.String()) }),
})
