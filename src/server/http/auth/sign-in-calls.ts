import type { NotNull } from 'kysely'
import { signInsCall } from '../../../model/sign-in-calls'
import { iso } from '../../platform/database/iso'
import { serveCall, type ServerCall } from '../../language/feature/call'
import { engineTables } from '../../platform/database/engine-tables'

const MAX_SHOWN = 30
const COLUMNS = ['result', 'how', 'platform', 'device_brand', 'device_model', 'os', 'user_agent', 'address'] as const

/** The history of one's own log-ins. */
export const signInCalls: readonly ServerCall[] = [
  serveCall(signInsCall, async ({ db, actor }) => {
    const rows = await engineTables(db)
      .selectFrom('sign_ins')
      .where('id_user', '=', actor.id)
      .orderBy('id', 'desc')
      .limit(MAX_SHOWN)
      .select(['id', 'new_device', ...COLUMNS])
      .select(iso('date_created').as('date_created'))
      .$narrowType<{ date_created: NotNull }>()
      .execute()
    return {
      items: rows.map((row) => ({
        ...row,
        id: Number(row.id),
        result: String(row.result),
        new_device: row.new_device ? 1 : 0,
      })),
    }
  }),
]
