import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { AppError } from '../../../model/errors'
import { FILES_PATH } from '../../../model/values/stored-file'
import type { Runtime } from '../../language/runtime'
import { livingRows } from '../database/engine-tables'

/** Pictures that a browser draws and never runs; everything else is sent as a download. */
export const SHOWN_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/x-icon',
])
/** Opened on its own, a file may load nothing, run nothing and belongs to no origin. */
const POLICY = "default-src 'none'; sandbox"

interface Row {
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly sha256: string
  readonly storage_key: string
  readonly is_open: boolean
}
type Call = { Params: { id: string; name: string }; Querystring: { e?: string; u?: string; s?: string } }

/**
 * `GET /api/files/:id/:name?e=&u=&s=`: a file for any holder of its signed address, while the session that was given it
 * is open. No token is required: an `<img>` cannot send one.
 */
export function registerFiles(app: FastifyInstance, runtime: Runtime): void {
  const {
    database: { db },
    files: { links, storage },
  } = runtime
  app.get<Call>(`${FILES_PATH}/:id/:name`, { config: { keys: true } }, async (request, reply) => {
    const { e, u, s } = request.query
    const id = /^\d{1,10}$/.test(request.params.id) ? Number(request.params.id) : 0
    const left_s =
      typeof e === 'string' && typeof s === 'string' && (u === undefined || typeof u === 'string')
        ? links.left_s(id, { expiry: e, session: u, signature: s })
        : null
    if (left_s === null) throw new AppError('FORBIDDEN', { say: 'files.link_wrong' })
    if (left_s === 0) throw new AppError('FORBIDDEN', { say: 'files.link_old' })
    const file = await livingRows(db, 'files')
      .select(['name', 'mime', 'size', 'sha256', 'storage_key'])
      .select((u === undefined ? sql<boolean>`true` : openSession(u)).as('is_open'))
      .where('id', '=', id)
      .where('state', 'in', ['uploaded', 'attached', 'replaced'])
      .executeTakeFirst()
    if (file?.is_open === false) throw new AppError('FORBIDDEN', { say: 'files.link_old' })
    if (!file) throw new AppError('NOT_FOUND', { say: 'files.gone' })
    headersOf(reply, file, left_s)
    if (request.headers['if-none-match'] === etagOf(file)) return reply.code(304).send()
    const bytes = request.method === 'HEAD' ? null : await storage.get(file.storage_key)
    if (request.method === 'HEAD') return reply.header('content-length', file.size).send()
    if (!bytes) throw new AppError('NOT_FOUND', { say: 'files.gone' })
    return reply.header('content-length', file.size).send(bytes)
  })
}

/** Whether a session is open and its user active; the signature has been checked, so it is a number. */
const openSession = (id: string): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from sessions o join users p on p.id = o.id_user
  where o.id = ${Number(id)} and o.state = '1' and o.date_deleted is null and p.state = '1' and p.date_deleted is null)`

const etagOf = ({ sha256 }: Row): string => `"${sha256.slice(0, 32)}"`

function headersOf(reply: FastifyReply, file: Row, left_s: number): void {
  const isShown = SHOWN_TYPES.has(file.mime)
  reply.headers({
    'content-type': isShown || !isActive(file.mime) ? file.mime : 'application/octet-stream',
    'content-disposition': `${isShown ? 'inline' : 'attachment'}; ${nameParts(file.name)}`,
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, max-age=${left_s}, immutable`,
    etag: etagOf(file),
  })
}

const isActive = (mime: string): boolean => /html|xml|script/.test(mime)

/** The name in ASCII for old programs, and in full (RFC 6266 §4.3). */
function nameParts(name: string): string {
  const plain = name.normalize('NFD').replace(/[^\x20-\x7e]|["\\%]/g, '') || 'file'
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${exact}`
}
