import { Type, type Static } from 'typebox'
import { defineCall, Id, IdOrNull, NumberOrNull, StateObject, TextOrNull, When, WhenOrNull } from '#engine/model'

/** Services that one map shows, the newest; of more the total says how many. */
export const MAX_ON_MAP = 500

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

/** A service as the map draws it: from where to where, and what its card says. */
export const MapService = Type.Object({
  id: Id,
  state: Type.String(),
  state_obj: StateObject,
  org_lat: NumberOrNull,
  org_lng: NumberOrNull,
  org_address: TextOrNull,
  dst_lat: NumberOrNull,
  dst_lng: NumberOrNull,
  dst_address: TextOrNull,
  id_client: Id,
  cl_name: TextOrNull,
  cl_surname: TextOrNull,
  id_driver: IdOrNull,
  dr_name: TextOrNull,
  dr_surname: TextOrNull,
  pr_name: TextOrNull,
  date_created: When,
  date_scheduled: WhenOrNull,
})
export type MapService = Static<typeof MapService>

/**
 * `GET map_services`: origins and destinations of the asker's services. `type`: `actives` (default) or `history`, which
 * is of the last 30 days where no days are named.
 */
export const mapServicesCall = defineCall({
  method: 'GET',
  path: 'map_services',
  access: { module: 'map_services', right: 'see' },
  request: Type.Object({
    type: Type.Optional(Type.Enum(['actives', 'history'])),
    id_client: Type.Optional(Id),
    id_driver: Type.Optional(Id),
    /** Days on the company's clock, both included. */
    date_from: Type.Optional(Day),
    date_to: Type.Optional(Day),
  }),
  response: Type.Object({
    items: Type.Array(MapService, { maxItems: MAX_ON_MAP }),
    total: Type.Integer(),
    date_from: TextOrNull,
    date_to: TextOrNull,
  }),
})
