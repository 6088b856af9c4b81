import { Kysely, PostgresDialect } from 'kysely'
import { join } from 'node:path'
import { Client } from 'pg'
import { Channels } from './channels'
import { batchesBetweenOthers } from './cursor'
import type { Database, Tables } from './database'
import { lockFolder } from './folder-lock'
import { OneConnection } from './one-connection'
import { ownLocks } from './own-locks'
import { templatePath } from './pglite-template'
import { PgliteWire } from './pglite-wire'
import { rawForms } from './raw-forms'
import { TransactionScope, transactionsOf } from './transactions'
import { vacuumWhenIdle } from './vacuum'

/**
 * The embedded PostgreSQL in a worker thread: data in `folder` (locked against a second process, which would destroy it), or in memory.
 * @throws {FolderInUseError} when another process has the folder
 */
export async function openPglite(folder: string | null, log: (line: string) => void): Promise<Database> {
  const lock = folder === null ? null : await lockFolder(folder)
  const wire = await PgliteWire.open(folder && join(folder, 'pg'), folder === null ? templatePath() : null).catch(async (error: unknown) => {
    await lock?.release()
    throw error
  })
  const client = new Client({ stream: () => wire, user: 'postgres', database: 'postgres', types: rawForms })
  client.on('error', (error) => log(error.message))
  await client.connect()
  await client.query("set time zone 'UTC'")

  const scope = new TransactionScope()
  const connection = new OneConnection(client, scope)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connection }) })
  const channels = new Channels(async (statement) => {
    const turn = await connection.connect()
    await turn.query(statement, []).finally(() => turn.release())
  }, log)
  client.on('notification', ({ channel, payload }) => channels.tell(channel, payload ?? ''))
  const stopVacuum = folder === null ? () => {} : vacuumWhenIdle(connection, log)

  const close = async () => {
    stopVacuum()
    // Takes the last turn: whoever asked before is served first.
    await connection.close()
    const ended = client.end()
    await wire.close()
    await ended
    await lock?.release()
  }
  let closing: Promise<void> | undefined
  return {
    db,
    engine: 'pglite',
    transaction: transactionsOf(db, scope),
    stream: (text, params, batchRows) => batchesBetweenOthers(connection, text, params, batchRows),
    listen: (channel, hear) => channels.listen(channel, hear),
    // Nobody else can have the folder.
    tryLock: ownLocks(),
    close: () => (closing ??= close()),
  }
}
