import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../model/errors'
import { picturedFile, PICTURES_PATH } from '../../../model/values/stored-file'
import type { Runtime } from '../../language/runtime'
import type { SettingsStore } from '../../language/settings/settings-store'
import { SHOWN_TYPES } from './serve-file'
import { livingRows } from '../database/engine-tables'

// Its address changes with the file.
const YEAR_S = 31_536_000
const NOW_S = 60

/**
 * `GET /api/pictures/:setting`: a picture of the company's settings, such as its logo, for everybody: pages that stand
 * before a log-in show it.
 */
export function registerPictures(
  app: FastifyInstance,
  { database: { db }, files: { storage } }: Runtime,
  settings: SettingsStore,
): void {
  app.get<{ Params: { setting: string }; Querystring: { v?: string } }>(
    `${PICTURES_PATH}/:setting`,
    async (request, reply) => {
      const {
        params: { setting },
        query: { v },
      } = request
      const visible = await settings.visible()
      const id = Object.hasOwn(visible, setting) ? picturedFile(visible[setting]) : null
      const file =
        id === null
          ? undefined
          : await livingRows(db, 'files')
              .select(['mime', 'size', 'storage_key'])
              .where('id', '=', id)
              .executeTakeFirst()
      const mime = String(file?.mime)
      const bytes = file && SHOWN_TYPES.has(mime) ? await storage.get(String(file.storage_key)) : null
      if (!file || !bytes) throw new AppError('NOT_FOUND', { say: 'files.gone' })
      return reply
        .headers({
          'content-type': mime,
          'content-length': Number(file.size),
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': `public, max-age=${v === String(id) ? YEAR_S : NOW_S}`,
        })
        .send(bytes)
    },
  )
}
