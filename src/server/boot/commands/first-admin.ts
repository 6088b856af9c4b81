import type { Model } from '../../../model/model'
import { addAdmin, hasAdmin } from '../../work/accounts/admin'
import type { Database } from '../../platform/database/database'
import { askAdmin } from './ask-admin'

/**
 * A server without an account that can log in asks for its first administrator: from ADMIN_EMAIL and ADMIN_PASSWORD, at
 * the terminal, or else by naming the command that creates one.
 */
export async function firstAdmin(database: Database, model: Model, log: (line: string) => void): Promise<void> {
  if (await hasAdmin(database.db)) return
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name = 'Administrador' } = process.env
  if (email && password) await addAdmin(database, model, { email, password, name })
  else if (process.stdin.isTTY) await addAdmin(database, model, await askAdmin({}))
  else {
    log(
      'Nobody can log in yet: there is no administrator. Stop the server, make one with `npm run create-admin`, and start it again.',
    )
    return
  }
  log('The administrator was created.')
}
