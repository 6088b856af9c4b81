import type { FastifyInstance, FastifyRequest } from 'fastify'
import { mayEdit, maySee, mayWrite } from '../../model/rights/access'
import { takesPart } from '../../model/rights/house'
import type { Actor } from '../../model/rights/actor'
import { AppError } from '../../model/errors'
import type { Field } from '../../model/field'
import { COMMENT_FILES } from '../../model/people-calls'
import { success } from '../platform/answers/envelope'
import { refuseMethods } from '../platform/answers/refuse-methods'
import { requireActor } from '../work/accounts/require-actor'
import type { Runtime } from '../language/runtime'
import type { FileField } from '../platform/files/call-files'
import { receivePart } from '../platform/files/receive-file'
import { effectiveLimits, KB, storeUpload } from '../platform/files/store-upload'

/** A file field that a feature writes itself, and whose right is needed. */
type OwnField = FileField & { readonly module: string }

type Call = FastifyRequest<{ Querystring: { entity?: string; field?: string } }>

/**
 * `POST files/upload?entity=&field=` with one file, from anyone who may edit a catalogue: `{id, url, name, mime,
 * size}`. It is the sender's own until a record takes it, and deleted a day later if none does. With a field its limits
 * are checked at once, with errors at that field.
 */
export function registerUpload(app: FastifyInstance, runtime: Runtime, own: readonly OwnField[]): void {
  const path = '/api/admin/files/upload'
  app.post(path, async (request: Call) => {
    const actor = requireActor(request)
    const field = fieldOf(runtime, request.query)
    assertMayUpload(runtime, actor, field, own)
    const source = field?.name ?? 'file'
    const missing = new AppError('VALIDATION', { errors: { [source]: { key: 'required' } } })
    if (!request.isMultipart()) throw missing
    const { most_kb } = await effectiveLimits(runtime, field)
    const part = await request.file({ limits: { fileSize: most_kb * KB, files: 1, fields: 5, parts: 6 } })
    if (!part) throw missing
    return success(
      await storeUpload(
        { runtime, actor, id_session: request.sessionId },
        await receivePart(runtime, part),
        field,
        source,
      ),
    )
  })
  refuseMethods(app, path, 'POST')
}

/** @throws {AppError} MALFORMED for a field that holds no file */
function fieldOf(runtime: Runtime, { entity, field: name }: Call['query']): Field | null {
  if (entity === undefined && name === undefined) return null
  if (entity === COMMENT_FILES.entity && name === COMMENT_FILES.name) return COMMENT_FILES
  const { entities } = runtime.model()
  const fields = Object.hasOwn(entities, entity ?? '') ? (entities[entity ?? '']?.fields ?? {}) : {}
  const field = Object.hasOwn(fields, name ?? '') ? fields[name ?? ''] : undefined
  // What a form's own field takes, its publication says when the record is saved.
  if (field?.answers) return { ...field, type: 'file', schema: {} }
  if (!field || !runtime.fieldTypes[field.type]?.file) throw new AppError('MALFORMED', { say: 'files.no_field' })
  return field
}

/** @throws {AppError} FORBIDDEN without the right to edit a catalogue that the file could belong to */
function assertMayUpload(runtime: Runtime, actor: Actor, field: Field | null, own: readonly OwnField[]): void {
  const {
    resources,
    entities,
    application: { scopes },
  } = runtime.model()
  if (field === COMMENT_FILES) {
    if (
      actor.key ||
      !Object.values(resources).some(
        (resource) => maySee(actor, resource) && takesPart(scopes, actor, resource, 'comments'),
      )
    )
      throw new AppError('FORBIDDEN')
    return
  }
  if (field && own.some((one) => one.entity === field.entity && one.field === field.name && mayEdit(actor, one))) return
  const holders = new Set([field?.entity])
  // Rows of a grid are written with the record they belong to.
  for (const { name, fields } of Object.values(entities)) {
    if (Object.values(fields).some(({ children }) => children?.of === field?.entity)) holders.add(name)
  }
  const over = Object.values(resources).filter(
    ({ entity, rest }) => rest === undefined && (field === null || holders.has(entity)),
  )
  if (!over.some((resource) => mayWrite(runtime.model(), actor, resource))) throw new AppError('FORBIDDEN')
}
