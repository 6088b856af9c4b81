import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { chosenScope } from '../../../model/application'
import { AppError } from '../../../model/errors'
import type { JsonObject } from '../../../model/json'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import type { Runtime } from '../../language/runtime'
import { workPlaces } from '../../language/actor/person-references'
import { requireActor } from '../../work/accounts/require-actor'
import { engineTables } from '../../platform/database/engine-tables'

// For shortcuts and theme settings; far more than a console stores.
const MAX_PROFILE_CHARS = 32_768

/**
 * `POST me/update` (shortcuts and theme settings only), `me/setLanguage`, `me/setNotices`, and the call by which people
 * choose where they work: what they change about themselves.
 */
export function registerMe(app: FastifyInstance, runtime: Runtime): void {
  const {
    database: { db },
    words,
  } = runtime

  async function keep(id: number, part: JsonObject): Promise<void> {
    await engineTables(db)
      .updateTable('users')
      .set({ profile: sql`coalesce(profile::jsonb, '{}'::jsonb) || ${JSON.stringify(part)}::jsonb` })
      .where('id', '=', id)
      .execute()
    runtime.changed('users')
  }

  app.post<{ Body: unknown }>('/api/admin/me/update', async (request) => {
    const { id } = requireActor(request)
    // Spec 1 §6: a guest's settings stay in their browser.
    if (request.session?.role === null) throw new AppError('FORBIDDEN', { say: 'errors.guest' })
    const user = objectIn(objectIn(request.body).user ?? request.body)
    const data = objectIn(user.data ?? user)
    const part: { [key: string]: JsonObject[string] } = {}
    if (Array.isArray(data.shortcuts))
      part.shortcuts = data.shortcuts.filter((one) => typeof one === 'string' || typeof one === 'number')
    if (data.settings !== undefined && data.settings !== null) part.settings = objectIn(data.settings)
    if (JSON.stringify(part).length > MAX_PROFILE_CHARS) throw new AppError('TOO_LARGE')
    await keep(id, part)
    return success({ msg: words.say(request.language, 'messages.saved') })
  })

  app.post<{ Body: unknown }>('/api/admin/me/setLanguage', async (request) => {
    const { id } = requireActor(request)
    const { language } = objectIn(request.body)
    if (typeof language !== 'string' || !words.languages.includes(language)) {
      throw new AppError('VALIDATION', { errors: { language: { key: 'enum' } } })
    }
    await engineTables(db).updateTable('users').set({ language }).where('id', '=', id).execute()
    runtime.changed('users')
    return success({ msg: words.say(language, 'messages.saved') })
  })

  const chosen = chosenScope(runtime.model().application.scopes)?.scope
  if (chosen?.choose)
    app.post<{ Body: unknown }>(`/api/admin/me/${chosen.choose.call}`, async (request) => {
      const { id } = requireActor(request)
      const asked = objectIn(request.body)[chosen.field]
      const place = asked === null || asked === undefined || asked === '' ? null : Number(asked)
      if (request.session && place !== null) {
        const places = await workPlaces(runtime, request.session)
        if (!places.some((one) => one.id === place))
          throw new AppError('VALIDATION', { errors: { [chosen.field]: { key: 'ref' } } })
      }
      await keep(id, { [chosen.field]: place })
      return success({ msg: words.say(request.language, 'messages.place_changed') })
    })

  app.post<{ Body: unknown }>('/api/admin/me/setNotices', async (request) => {
    const { id } = requireActor(request)
    if (request.session?.viewer) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
    const { mail } = objectIn(request.body)
    if (mail !== 0 && mail !== 1) throw new AppError('VALIDATION', { errors: { mail: { key: 'type' } } })
    await keep(id, { mail_notices: mail })
    return success({ msg: words.say(request.language, 'messages.saved') })
  })

  for (const call of ['update', 'setLanguage', 'setNotices', ...(chosen?.choose ? [chosen.choose.call] : [])])
    refuseMethods(app, `/api/admin/me/${call}`, 'POST')
}

/** @throws {AppError} MALFORMED */
function objectIn(value: unknown): JsonObject {
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new AppError('MALFORMED')
  return value as JsonObject
}
