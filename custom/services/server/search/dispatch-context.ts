import type { Actor } from '#engine/model'
import type { Database, Db, Runtime } from '#engine/server'
import { placesOf, type Places } from '../../../geo/server'
import { dispatchSettings, type DispatchSettings } from './dispatch-settings'

/** What the search for a driver works with, whether a user or the server started it. */
export interface DispatchContext {
  readonly db: Db
  readonly transaction: Database['transaction']
  readonly now: () => Date
  readonly settings: DispatchSettings
  readonly places: Pick<Places, 'matrix'>
}

/** The context of the server's own work: no particular user, and everybody's services. */
export async function ownContext({ database, model, now, settings, words }: Runtime): Promise<DispatchContext> {
  const all = await settings()
  const [language = 'es'] = words.languages
  const { db, transaction } = database
  const places = placesOf({
    actor: itself(language),
    model: model(),
    db,
    transaction,
    now,
    settings: all,
    say: (key, params) => words.say(language, key, params),
  })
  return { db, transaction, now, settings: dispatchSettings(all), places }
}

const itself = (language: string): Actor => {
  const flags = { root: false, operator: false, corporate: false }
  return { id: 0, ...flags, language, scopes: {}, rights: {}, facts: { language, ...flags } }
}
