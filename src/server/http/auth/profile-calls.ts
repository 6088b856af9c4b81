import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../model/errors'
import type { Field } from '../../../model/field'
import type { JsonObject } from '../../../model/json'
import type { ShellAnswers } from '../../../model/shell-answers'
import { success } from '../../platform/answers/envelope'
import { refuseMethods } from '../../platform/answers/refuse-methods'
import { personPic } from '../../platform/files/person-pic'
import { inOneWrite } from '../../records/write/open-write'
import { recordContext, type RecordContext } from '../../records/record-context'
import { save } from '../../records/write/save'
import type { Runtime } from '../../language/runtime'
import { assertPassword } from './confirm-call'
import { personNames } from '../../language/actor/person-references'
import { requireActor } from '../../work/accounts/require-actor'
import type { Session } from '../../language/actor/session'

// Spec 2 §5: users may edit only these in their own profile, as far as the application has them.
const EDITABLE = ['phone', 'document', 'date_birth'] as const
const SHOWN = ['name', 'surname', 'email', 'language'] as const

type Body = JsonObject | null | undefined

/**
 * `GET me`: the profile, `{item, fields}` where `fields` are those that may be changed; `POST me/updateProfile`: phone,
 * document, birth date, and `password` with `password_current`. A new password ends the account's other sessions.
 */
export function registerProfile(app: FastifyInstance, runtime: Runtime): void {
  const { words } = runtime

  app.get('/api/admin/me', async (request) => {
    const session = sessionOf(request)
    const { person, role } = session
    const names = await personNames(runtime, person)
    const values = Object.fromEntries([...SHOWN, ...EDITABLE].map((name) => [name, person[name] ?? null]))
    return success<ShellAnswers['me']>({
      item: {
        id: session.actor.id,
        pic: await personPic(runtime, person.pic, session.id),
        ...values,
        ...names,
        ro_name: role?.name ?? null,
      },
      fields: editableFields(runtime),
      mail_notices: session.profile.mail_notices === 1 ? 1 : 0,
    })
  })

  app.post<{ Body: Body }>('/api/admin/me/updateProfile', async (request) => {
    const session = sessionOf(request)
    if (session.viewer) throw new AppError('FORBIDDEN', { say: 'errors.viewing_as' })
    const { password_current, ...input } = request.body ?? {}
    refuseOthers(runtime, input)
    if (typeof input.password === 'string' && input.password !== '')
      await assertPassword(runtime, request, session, 'password_current', password_current)
    const context = await ownContext(runtime, request, session)
    const own = { ...input, id: session.actor.id }
    await inOneWrite(context, (write) => save(context, write, own, { forgiving: 'untouched' }))
    if (input.password) runtime.changed('sessions')
    return success({ msg: words.say(request.language, 'messages.saved') })
  })

  refuseMethods(app, '/api/admin/me', 'GET')
  refuseMethods(app, '/api/admin/me/updateProfile', 'POST')
}

function sessionOf(request: FastifyRequest): Session {
  requireActor(request)
  if (!request.session) throw new AppError('UNAUTHENTICATED')
  return request.session
}

function editableFields({ model }: Runtime): Field[] {
  const fields = model().entities.users?.fields ?? {}
  return EDITABLE.flatMap((name) => fields[name] ?? [])
}

/** @throws {AppError} VALIDATION at fields that users may not change about themselves */
function refuseOthers(runtime: Runtime, input: JsonObject): void {
  const known = new Set(['password', ...editableFields(runtime).map(({ name }) => name)])
  const others = Object.keys(input).filter((name) => !known.has(name))
  if (others.length === 0) return
  throw new AppError('VALIDATION', { errors: Object.fromEntries(others.map((name) => [name, { key: 'read_only' }])) })
}

/** Users' own rows are in scope, whatever their module rights and scope. */
async function ownContext(
  runtime: Runtime,
  { sessionId, session }: FastifyRequest,
  { actor }: Session,
): Promise<RecordContext> {
  const over = Object.values(runtime.model().resources).filter((one) => one.entity === 'users')
  const resource = over.find((one) => !one.where) ?? over[0]
  if (!resource) throw new Error('No resource has the entity users; a profile needs one.')
  const self = { ...actor, root: true, scopes: {} }
  const origin = {
    id_session: sessionId,
    platform: session?.platform ?? 'web',
    ownProfile: true as const,
    confirmed: true as const,
  }
  const context = await recordContext(runtime, self, resource.name, origin)
  return { ...context, resource: { ...resource, where: undefined, fixed: {} } }
}
