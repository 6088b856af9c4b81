import type { FastifyInstance } from 'fastify'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeLeftFiles } from '../../platform/files/temporary-files'
import type { Project } from '../open-project'
import { complain } from '../../platform/terminal'
import { CommandError } from './command-error'

/** Calls under way have so long to end, from the signal on. */
const DEADLINE_MS = 8000
/** At least so much of it is left once no calls are taken any more. */
const MIN_MS = 2000
/** What is left after the deadline: jobs between two steps, the database. */
const CLOSE_MS = 700

/**
 * Listens on the configured port and ends on SIGTERM or SIGINT: first it says that it takes no more calls (`/readyz`)
 * and takes them all the same for `drain_ms`, so that who sends them has time to notice; then it answers what is under
 * way, and the database is closed. A second signal ends it at once.
 */
export async function serve(
  app: FastifyInstance,
  { config, database }: Project,
  log: (line: string) => void,
  alsoClose: () => Promise<void> = async () => {},
): Promise<void> {
  const { host, port } = config
  const close = async () => {
    await alsoClose()
    await app.close()
    await database.close()
  }
  try {
    await removeLeftFiles()
    await app.listen({ host, port })
  } catch (error) {
    await close()
    throw portSentence(error, port) ?? error
  }
  const drain = async () => {
    const deadline_ms = Math.max(DEADLINE_MS, config.drain_ms + MIN_MS)
    setTimeout(() => app.server.closeAllConnections(), deadline_ms).unref()
    // What is written only together with its log line is whole at any moment.
    setTimeout(() => process.exit(0), deadline_ms + CLOSE_MS).unref()
    app.drain()
    await sleep(config.drain_ms)
    await close()
  }
  const stop = (signal: NodeJS.Signals) => {
    for (const other of SIGNALS) process.removeListener(other, stop).once(other, () => process.exit(130))
    log(`${signal}: stopping.`)
    void drain().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(error)
        process.exit(1)
      },
    )
  }
  for (const signal of SIGNALS) process.once(signal, stop)
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const portOf = (app: FastifyInstance): number => {
  const listening = app.server.address()
  return typeof listening === 'object' && listening ? listening.port : 0
}

/** Where a program on this machine reaches the server. */
export const localUrl = (app: FastifyInstance, host: string): string =>
  `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${portOf(app)}`

/** Where a browser reaches the server. */
export function addressOf(app: FastifyInstance, host: string): string {
  const port = portOf(app)
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && one.family === 'IPv4' && !one.internal)
  const local = `http://localhost:${port}`
  if (host !== '0.0.0.0') return `http://${host}:${port}`
  return outside ? `${local} (http://${outside.address}:${port} from other machines)` : local
}

function portSentence(error: unknown, port: number): CommandError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return new CommandError(
      `Port ${port} is in use by another program. Stop it, or choose another: PORT=${port + 1} npm start`,
    )
  }
  if (code === 'EACCES') {
    return new CommandError(
      `Port ${port} may not be used without special rights. Choose one above 1023: PORT=8080 npm start`,
    )
  }
  return null
}
