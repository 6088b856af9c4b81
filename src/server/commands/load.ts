import { loadFile } from '../load/load-file'
import { openProject } from '../open-project'
import { CommandError, type Command } from './command'
import { commandActor, runtimeOf } from './project-runtime'

/** `load <resource> <file.csv> [--strict]`: rows of a file through the ordinary write path. */
export const load: Command = async ({ config, args, features, log }) => {
  const [resource, path] = args.filter((arg) => !arg.startsWith('--'))
  if (resource === undefined || path === undefined) {
    throw new CommandError('Say what to load and from where: npm run load <resource> <file.csv>')
  }
  const project = await openProject(config, features, log)
  try {
    const runtime = runtimeOf(project)
    if (!Object.hasOwn(runtime.model().resources, resource)) {
      throw new CommandError(`There is no resource "${resource}". Resources: ${Object.keys(runtime.model().resources).sort().join(', ')}.`)
    }
    const { refused } = await loadFile(runtime, await commandActor(project.database.db, runtime), resource, path, log, { strict: args.includes('--strict') })
    return refused > 0 ? 1 : 0
  } finally {
    await project.database.close()
  }
}
