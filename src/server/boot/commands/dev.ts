import { buildApp } from '../app'
import { firstRun } from '../demo/first-run'
import { SERVES, supervise } from '../dev/supervise'
import { viteClient } from '../dev/vite-client'
import { watchMetadata } from '../dev/watch-metadata'
import { openStorage } from '../../platform/files/storage'
import { writeTypes } from '../../language/migrate/write-types'
import { openProject } from '../open-project'
import { announce } from './announce'
import { startAlongside } from './start-alongside'
import type { Command } from '../../language/feature/feature'
import { firstAdmin } from './first-admin'
import { addressOf, localUrl, serve } from './serve'

/** `dev`: as `start`, from source; saved metadata, words, client and server code take effect at once. */
export const dev: Command = async ({ config, features, log }) => {
  if (process.env[SERVES] !== '1') return supervise(config.codeRoot, log)
  const project = await openProject(config, features, log)
  const { database, metadata, words } = project
  await writeTypes(config.root, metadata.model(), features, log)
  const vite = viteClient()
  try {
    const origin = await firstRun({ ...project, model: metadata.model(), demo: config.demo, scale: config.scale, log })
    await firstAdmin(project, log)
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
      development: true,
      checkAnswers: true,
      serverFactory: vite.serverFactory,
    })
    await vite.start(config.codeRoot, features.length === 0 ? 'engine' : 'development')
    const unwatch = watchMetadata(project, log, vite.tellSaved)
    const alongside = startAlongside(features)
    // Whoever saved a file waits for the next start.
    await serve(app, { ...project, config: { ...config, drain_ms: 0 } }, log, async () => {
      await alongside.end()
      await unwatch()
      await vite.close()
    })
    await announce({ log, address: addressOf(app, config.host), origin, database, features })
    await alongside.start({ url: localUrl(app, config.host), origin, log })
  } catch (error) {
    await vite.close()
    await database.close()
    throw error
  }
  return undefined
}
