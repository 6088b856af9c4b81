import { fieldSql } from '../../../fields/sql'
import { openDatabase } from '../../platform/database/open'
import { checkedModel } from '../../language/metadata/metadata'
import { readSourceFiles } from '../../language/metadata/source-files'
import { migrate, type MigrateOptions } from '../../language/migrate/migrate'
import { prepareDatabase } from '../prepare'
import { readProjectWords } from '../../language/words/read-words'
import { CommandError } from './command-error'
import { tableOwners, type Command } from '../../language/feature/feature'

/**
 * `migrate`: shows what a start would do to the tables and what it would leave to a person, without doing it. `--apply`
 * does all of it, removals and narrowings too; `--keep` takes these schemas as the newest and removes nothing. The exit
 * code is 1 while something waits.
 */
export const migrateCommand: Command = async ({ config, args, features, log }) => {
  const [apply, keep] = ['--apply', '--keep'].map((flag) => args.includes(flag))
  if (apply && keep)
    throw new CommandError('--apply removes what no schema has, --keep leaves it. Choose one of the two.')
  const unknown = args.find((arg) => arg !== '--apply' && arg !== '--keep')
  if (unknown !== undefined) throw new CommandError(`migrate knows --apply and --keep, not "${unknown}".`)
  const model = checkedModel(await readSourceFiles(config.root), features)
  const database = await openDatabase(config.database, { log })
  try {
    const mode: MigrateOptions['mode'] = apply ? 'apply' : keep ? 'start' : 'plan'
    const { applied, plan } = await migrate(database, model, fieldSql, () => {}, {
      mode,
      owned: Object.keys(tableOwners(features)),
    })
    const done = mode === 'plan' ? 'would be done at a start' : 'done'
    for (const line of applied) log(`${done}: ${line}`)
    for (const { table, what, how, statements } of plan) {
      log(`waits: ${table}: ${what}`)
      for (const statement of statements) log(`    ${statement};`)
      if (statements.length === 0 || mode !== 'plan') log(`    ${how}.`)
    }
    if (mode !== 'plan') await prepareDatabase(database, model, features, readProjectWords(config), () => {})
    log(
      summary(
        applied.length,
        plan.length,
        plan.some(({ statements }) => statements.length > 0),
        mode === 'plan',
      ),
    )
    return plan.length > 0 ? 1 : 0
  } finally {
    await database.close()
  }
}

function summary(done: number, waits: number, canApply: boolean, planned: boolean): string {
  if (done === 0 && waits === 0) return 'The database is as the schemas want it.'
  const doing = `${done} ${done === 1 ? 'change' : 'changes'} ${planned ? 'to do at a start' : 'done'}, ${waits} waiting.`
  return canApply ? `${doing} Values would be lost for ever: back up first, then npm run migrate -- --apply` : doing
}
