import { hasAdmin } from '../../work/accounts/admin'
import type { Project } from '../open-project'
import { askAdmin } from './ask-admin'
import { makeAdmin } from './make-admin'

/**
 * A server without an account that can log in asks for its first administrator: from ADMIN_EMAIL and ADMIN_PASSWORD, at
 * the terminal, or else by naming the command that creates one.
 */
export async function firstAdmin(project: Project, log: (line: string) => void): Promise<void> {
  if (await hasAdmin(project.database.db)) return
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, ADMIN_NAME: name = 'Administrador' } = process.env
  if (email && password) await makeAdmin(project, { email, password, name })
  else if (process.stdin.isTTY) await makeAdmin(project, await askAdmin({}))
  else {
    log(
      'Nobody can log in yet: there is no administrator. Stop the server, make one with `npm run create-admin`, and start it again.',
    )
    return
  }
  log('The administrator was created.')
}
