import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildApp } from '../app'
import { firstRun } from '../demo/first-run'
import { openStorage } from '../../platform/files/storage'
import { openProject } from '../open-project'
import { announce } from './announce'
import { startAlongside } from './start-alongside'
import type { Command } from '../../language/feature/feature'
import { firstAdmin } from './first-admin'
import { addressOf, localUrl, serve } from './serve'

/** `start`: database, first run, console and API on one port. */
export const start: Command = async ({ config, features, log }) => {
  const project = await openProject(config, features, log)
  const { database, metadata, words } = project
  try {
    const origin = await firstRun({ ...project, model: metadata.model(), demo: config.demo, scale: config.scale, log })
    await firstAdmin(project, log)
    // An application without code has the console of the engine alone.
    const consoleFolder = join(config.codeRoot, 'dist', features.length === 0 ? 'engine' : 'client')
    const built = existsSync(join(consoleFolder, 'index.html'))
    if (!built) log('The console is not built (npm run build does that): only the API is served.')
    const app = await buildApp({
      database,
      keyring: project.keyring,
      metadata,
      words,
      features,
      storage: openStorage(config.files),
      trustProxy: config.trustProxy,
      webhookHosts: config.webhookHosts,
      logger: { level: config.logLevel },
      consoleFolder: built ? consoleFolder : undefined,
    })
    const alongside = startAlongside(features)
    await serve(app, project, log, alongside.end)
    await announce({ log, address: addressOf(app, config.host), origin, database, features })
    await alongside.start({ url: localUrl(app, config.host), origin, log })
  } catch (error) {
    await database.close()
    throw error
  }
  return undefined
}
