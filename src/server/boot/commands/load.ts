import { loadFile } from '../../work/import/load-file'
import { openProject, type Project } from '../open-project'
import { CommandError } from './command-error'
import type { Command } from '../../language/feature/feature'
import type { Actor } from '../../../model/rights/actor'
import { ENCODINGS, encodingNamed } from '../../../model/values/text-encoding'
import type { Db } from '../../platform/database/database'
import { makeRuntime } from '../make-runtime'
import type { Runtime } from '../../language/runtime'
import { livingRows } from '../../platform/database/engine-tables'

/** The runtime of a command that works on data without a server. */
const runtimeOf = (project: Project): Runtime => makeRuntime(project).runtime

/**
 * Who a command acts as: the first administrator, whose name the activity log then shows.
 * @throws {CommandError} when there is none
 */
async function commandActor(db: Db, runtime: Runtime): Promise<Actor> {
  const user = await livingRows(db, 'users as u')
    .innerJoin('roles as r', 'r.id', 'u.id_role')
    .select('u.id')
    .where('r.root', '=', true)
    .where('u.state', '=', '1')
    .orderBy('u.id')
    .limit(1)
    .executeTakeFirst()
  if (!user) throw new CommandError('There is no administrator to act as. Make one first: npm run create-admin')
  const [language = 'es'] = runtime.words.languages
  const rights = Object.fromEntries(runtime.modules().map(({ key }) => [key, { see: true, edit: true }]))
  const flags = { root: true, operator: true }
  const id = Number(user.id)
  return { id, ...flags, language, scopes: {}, rights, facts: { id, language, ...flags } }
}

/**
 * `load <resource> <file.csv> [--strict] [--empty] [--encoding=windows-1252]`: imports a file's rows through the
 * ordinary write path.
 */
export const load: Command = async ({ config, args, features, log }) => {
  const [resource, path] = args.filter((arg) => !arg.startsWith('--'))
  if (resource === undefined || path === undefined) {
    throw new CommandError('Say what to load and from where: npm run load <resource> <file.csv>')
  }
  const named = args.find((arg) => arg.startsWith('--encoding='))?.slice('--encoding='.length)
  const encoding = named === undefined ? null : encodingNamed(named)
  if (named !== undefined && !encoding)
    throw new CommandError(`There is no encoding "${named}". Encodings: ${ENCODINGS.join(', ')}.`)
  const project = await openProject(config, features, log)
  try {
    const runtime = runtimeOf(project)
    if (!Object.hasOwn(runtime.model().resources, resource)) {
      throw new CommandError(
        `There is no resource "${resource}". Resources: ${Object.keys(runtime.model().resources).sort().join(', ')}.`,
      )
    }
    const { refused } = await loadFile(runtime, await commandActor(project.database.db, runtime), resource, path, log, {
      strict: args.includes('--strict'),
      encoding,
      empties: args.includes('--empty'),
    })
    return refused > 0 ? 1 : 0
  } finally {
    await project.database.close()
  }
}
