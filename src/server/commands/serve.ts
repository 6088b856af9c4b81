import type { FastifyInstance } from 'fastify'
import { networkInterfaces } from 'node:os'
import { removeLeftFiles } from '../files/temporary-files'
import type { Project } from '../open-project'
import { complain } from '../terminal'
import { CommandError } from './command-error'

/** Listens on the configured port and stops cleanly on SIGTERM or SIGINT: open calls are answered, then the database is closed. */
export async function serve(
  app: FastifyInstance, { config, database }: Project, log: (line: string) => void, alsoClose: () => Promise<void> = async () => {},
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
  const stop = (signal: NodeJS.Signals) => {
    // A second signal stops it at once.
    process.once(signal, () => process.exit(130))
    log(`${signal}: stopping.`)
    void close().then(() => process.exit(0), (error: unknown) => {
      complain(error)
      process.exit(1)
    })
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

const portOf = (app: FastifyInstance): number => {
  const listening = app.server.address()
  return typeof listening === 'object' && listening ? listening.port : 0
}

/** Where a program on this machine reaches the server. */
export const localUrl = (app: FastifyInstance, host: string): string => `http://${host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host}:${portOf(app)}`

/** Where a browser reaches the server. */
export function addressOf(app: FastifyInstance, host: string): string {
  const port = portOf(app)
  const outside = Object.values(networkInterfaces()).flat().find((one) => one && one.family === 'IPv4' && !one.internal)
  const local = `http://localhost:${port}`
  if (host !== '0.0.0.0') return `http://${host}:${port}`
  return outside ? `${local} (http://${outside.address}:${port} from other machines)` : local
}

function portSentence(error: unknown, port: number): CommandError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') {
    return new CommandError(`Port ${port} is in use by another program. Stop it, or choose another: PORT=${port + 1} npm start`)
  }
  if (code === 'EACCES') {
    return new CommandError(`Port ${port} may not be used without special rights. Choose one above 1023: PORT=8080 npm start`)
  }
  return null
}
