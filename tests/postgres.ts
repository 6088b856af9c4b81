import { type ChildProcess, execFileSync, spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { Client } from 'pg'
import { quickFolder } from './quick-folder'

/** A PostgreSQL for tests: `url` is its maintenance database, tests make their own beside it with `freshDatabase`. */
export type TestPostgres = { readonly url: string; readonly stop: () => Promise<void> } | { readonly skipped: string }

/**
 * The server `TEST_DATABASE_URL` names, else a private cluster made from the binaries of this machine in a temporary
 * folder, reached through a socket there, gone with `stop`. Neither there: the reason why not.
 * @param clock 'real': a cluster of its own, whose clock nothing moves: under libfaketime PostgreSQL's timeouts never
 * end
 * @param place 'disk' where its speed is measured: in memory a copy of a template takes far less of the processor
 */
export async function privatePostgres(
  clock: 'real' | 'as here' = 'as here',
  place: 'quick' | 'disk' = 'quick',
): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL']
  if (given && clock !== 'real') return { url: given, stop: async () => {} }
  const binaries = findBinaries()
  if (!binaries)
    return { skipped: 'no TEST_DATABASE_URL, and no initdb and postgres in PATH or /usr/lib/postgresql/*/bin' }
  const account = unprivileged()
  if ('skipped' in account) return account
  const folder = quickFolder('test-postgres-', place === 'disk' ? Infinity : ROOM)
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid)
  const options: SpawnOptions = {
    uid: account.uid,
    gid: account.gid,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], LC_ALL: 'C', ...(clock === 'real' ? {} : movedClock()) },
  }
  try {
    await finished(
      spawn(
        join(binaries, 'initdb'),
        ['-D', join(folder, 'data'), '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8'],
        options,
      ),
    )
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', join(folder, 'data'), '-k', folder, '-c', 'listen_addresses=', ...SETTINGS],
      options,
    )
    const url = `postgres:///postgres?host=${encodeURIComponent(folder)}&user=tester`
    await answers(server, url)
    return { url, stop: () => stop(server, folder) }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return {
      skipped: `the private PostgreSQL did not start: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** Makes a database of its own on the server, empty or a copy of another one that nobody is connected to. */
export async function freshDatabase(url: string, template = 'template0'): Promise<OwnDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await once(url, `create database ${name} template ${template} encoding 'UTF8' ${await strategyOf(url)}`)
  return { url: databaseUrl(url, name), drop: () => once(url, `drop database if exists ${name} with (force)`) }
}

const strategies = new Map<string, Promise<string>>()

/**
 * Copies files: through the log, which is how PostgreSQL does it since 15, a copy takes twice as much of the processor.
 */
function strategyOf(url: string): Promise<string> {
  const known = strategies.get(url) ?? versionOf(url).then((version) => (version < 150_000 ? '' : 'strategy file_copy'))
  strategies.set(url, known)
  return known
}

export interface OwnDatabase {
  readonly url: string
  readonly drop: () => Promise<void>
}

/** The address of another database of the same server. */
function databaseUrl(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${name}`
  return other.href
}

// Templates, the databases of the files under way, and their log.
const ROOM = 6_000_000_000

/** Nothing of a test cluster has to survive a power cut, and nobody follows its log. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=200',
  'shared_buffers=64MB',
  'max_wal_size=512MB',
].flatMap((set) => ['-c', set])

/** A clock that was moved for the tests (libfaketime) is the server's clock as well. */
const movedClock = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
  )

async function once(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function versionOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const asked = client.query<{ version: number }>("select current_setting('server_version_num')::int as version")
  const { rows } = await asked.finally(() => client.end())
  return rows[0]?.version ?? 0
}

function findBinaries(): string | null {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debian, version, 'bin'))
    : []
  const places = [...versions, ...(process.env['PATH'] ?? '').split(delimiter)]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'postgres'))) ?? null
}

/** PostgreSQL refuses to run as root: then the account `postgres`, which its package makes. */
function unprivileged(): { uid?: number; gid?: number } | { skipped: string } {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return { skipped: 'PostgreSQL does not run as root, and there is no account `postgres`' }
  }
}

function finished(child: ChildProcess): Promise<void> {
  return new Promise((done, fail) => {
    let said = ''
    child.stderr?.on('data', (text) => {
      said += String(text)
    })
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(said.trim() || `exit code ${code}`))))
  })
}

async function answers(server: ChildProcess, url: string): Promise<void> {
  let said = ''
  server.stderr?.on('data', (text) => {
    said = `${said}${String(text)}`.slice(-2000)
  })
  for (let attempt = 0; attempt < 100; attempt++) {
    if (server.exitCode !== null) break
    if (
      await once(url, 'select 1').then(
        () => true,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 100))
  }
  server.kill('SIGKILL')
  throw new Error(said.trim() || 'it does not answer')
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  const gone = new Promise((done) => server.once('close', done))
  // SIGQUIT: at once, without the checkpoint that nobody will read.
  server.kill('SIGQUIT')
  await gone
  rmSync(folder, { recursive: true, force: true })
}
