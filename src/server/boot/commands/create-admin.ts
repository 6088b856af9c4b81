import { parseArgs } from 'node:util'
import { putMark, readMark } from '../demo/origin'
import { openProject } from '../open-project'
import { askAdmin } from './ask-admin'
import { CommandError } from './command-error'
import { makeAdmin } from './make-admin'
import type { Command } from '../../language/feature/feature'

/** `create-admin [--email= --password= --name=]`: an account that may do everything. */
export const createAdmin: Command = async ({ config, args, features, log }) => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], strict: false, options: { email: text, password: text, name: text } })
  const { email, password, name } = values as { email?: string; password?: string; name?: string }
  const admin = await askAdmin({ email, password, name })
  const project = await openProject(config, features, log)
  const { db } = project.database
  try {
    if ((await readMark(db))?.origin === 'loading') {
      throw new CommandError(
        'The demo data of this database is not complete. Let a start complete it first, or choose another database.',
      )
    }
    await makeAdmin(project, admin)
    // Creating an administrator on a new database means that people will work in it: it never becomes a demo.
    await putMark(db, 'empty')
  } finally {
    await project.database.close()
  }
  log(`The administrator ${admin.email} was created.`)
  return 0
}
