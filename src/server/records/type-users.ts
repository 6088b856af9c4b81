import type { FastifyInstance } from 'fastify'
import { choices } from '../../model/choices'
import { success } from '../answers/envelope'
import { requireActor } from '../auth/require-actor'
import type { Runtime } from '../runtime'
import { choiceText } from './labels'

/** `GET type_users`: the kinds of users there are, as look-up items. */
export function registerTypeUsers(app: FastifyInstance, runtime: Runtime): void {
  app.get('/api/admin/type_users', { exposeHeadRoute: false }, async (request) => {
    requireActor(request)
    const field = runtime.model().entities.users?.fields.type_user
    const items = field
      ? choices(field).map(({ value }) => ({ id: value, name: choiceText(runtime.words, request.language, field, value) }))
      : []
    return success({ items })
  })
}
