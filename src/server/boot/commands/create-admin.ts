import { parseArgs } from 'node:util'
import { AppError } from '../../../model/errors'
import { addAdmin } from '../../work/accounts/admin'
import { putMark, readMark } from '../demo/origin'
import { openProject } from '../open-project'
import { sayError } from '../../platform/answers/say-error'
import { askAdmin } from './ask-admin'
import { CommandError } from './command-error'
import type { Command } from '../../language/feature/feature'

/** `create-admin [--email= --password= --name=]`: an account that may do everything. */
export const createAdmin: Command = async ({ config, args, features, log }) => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({ args: [...args], strict: false, options: { email: text, password: text, name: text } })
  const { email, password, name } = values as { email?: string; password?: string; name?: string }
  const admin = await askAdmin({ email, password, name })
  const project = await openProject(config, features, log)
  const {
    database: { db },
    metadata,
    words,
  } = project
  try {
    if ((await readMark(db))?.origin === 'loading') {
      throw new CommandError(
        'The demo data of this database is not complete. Let a start complete it first, or choose another database.',
      )
    }
    await addAdmin(project.database, metadata.model(), admin)
    // Creating an administrator on a new database means that people will work in it: it never becomes a demo.
    await putMark(db, 'empty')
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'VALIDATION') throw error
    const lines = Object.entries(error.errors).map(([source, error]) => `${source}: ${sayError(words, 'en', error)}`)
    throw new CommandError(`The administrator was not created.\n${lines.join('\n')}`)
  } finally {
    await project.database.close()
  }
  log(`The administrator ${admin.email} was created.`)
  return 0
}
