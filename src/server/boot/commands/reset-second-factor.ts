import { parseArgs } from 'node:util'
import { resetFactorOf } from '../../work/accounts/reset-factor'
import type { Command } from '../../language/feature/feature'
import { openProject } from '../open-project'
import { liveWords } from '../../language/words/live-words'
import { CommandError } from './command-error'

/**
 * `reset-second-factor --email=`: for whoever lost their telephone and their codes, when nobody else may take it from
 * them.
 */
export const resetSecondFactor: Command = async ({ config, args, features, log }) => {
  const { values } = parseArgs({ args: [...args], strict: false, options: { email: { type: 'string' } } })
  if (typeof values.email !== 'string' || values.email.trim() === '')
    throw new CommandError('Say whose: npm run reset-second-factor -- --email=ana@example.com')
  const project = await openProject(config, features, log)
  try {
    const words = liveWords(project.words, project.database)
    await words.refresh()
    const name = await resetFactorOf(project.database, words, values.email, new Date())
    if (name === null) throw new CommandError(`Nobody has the address ${values.email}.`)
    log(
      `${name} logs in by the password alone now. Where their role requires a second factor, they turn a new one on at the log-in.`,
    )
  } finally {
    await project.database.close()
  }
  return 0
}
