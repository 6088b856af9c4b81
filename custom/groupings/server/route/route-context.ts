import type { Actor } from '#engine/model'
import type { CallContext, Runtime } from '#engine/server'

/** What reading and measuring a route needs, for somebody's call or for the server itself. */
export type RouteContext = Pick<CallContext, 'actor' | 'model' | 'db' | 'transaction' | 'now' | 'settings' | 'say'>

/** The server itself, which sees everything. */
export async function ownRouteContext({ database, model, now, settings, words }: Runtime): Promise<RouteContext> {
  const [language = 'es'] = words.languages
  const flags = { root: true, operator: true, corporate: false }
  const actor: Actor = {
    id: 0,
    ...flags,
    language,
    scopes: {},
    rights: {},
    facts: { id: 0, language, id_company: null, id_branch: null, ...flags },
  }
  return {
    actor,
    model: model(),
    db: database.db,
    transaction: database.transaction,
    now,
    settings: await settings(),
    say: (key, params) => words.say(language, key, params),
  }
}
