import { choiceText } from '../../records/fields/labels'
import { maySee } from '../../../model/rights/rights'
import { recordRoute } from '../../../model/record-route'
import type { Actor } from '../../../model/rights/actor'
import type { Hooks } from '../../language/feature/hooks'
import type { Json, JsonObject } from '../../../model/json'
import type { Model } from '../../../model/model'
import type { Words } from '../../language/runtime'

/** Sessions as spec 2 §3 has them: whose they are as one object, and when they were closed as their deletion. */
export const presentSessions = (words: Words): Hooks => ({
  entity: 'sessions',
  present: async (_db, records, { actor, model }) =>
    records.map((record) => ({
      ...record,
      ...(Object.hasOwn(record, 'id_user') ? { user: ownerOf(record, actor, model, words) } : {}),
      ...(Object.hasOwn(record, 'date_closed') ? { date_deleted: record.date_closed ?? null } : {}),
    })),
})

function ownerOf(record: JsonObject, actor: Actor, model: Model, words: Words): JsonObject | null {
  const { id_user: id, type_user: kind } = record
  if (typeof id !== 'number') return null
  const field = model.entities.sessions?.fields.type_user
  return {
    id,
    name: record.us_name ?? null,
    surname: record.us_surname ?? null,
    pic: record.us_pic ?? null,
    link: pageOf(id, kind, actor, model),
    type: field && typeof kind === 'string' ? choiceText(words, actor.language, field, kind) : null,
  }
}

/** The page of the catalogue that lists people of the kind; null where the reader has none. */
function pageOf(id: number, kind: Json | undefined, actor: Actor, model: Model): string | null {
  const of = Object.values(model.resources).find(
    (resource) => resource.entity === 'users' && resource.fixed.type_user === kind && maySee(actor, resource),
  )
  return of ? recordRoute(of, id) : null
}
