import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another process has the data folder open. */
export class FolderInUseError extends Error {
  readonly folder: string
  /** Process that holds it; null when it did not answer. */
  readonly pid: number | null

  constructor(folder: string, pid: number | null) {
    const who = pid === null ? 'another process' : `process ${pid}`
    super(`The data folder ${folder} is in use by ${who}. Stop it first, or set DATA_DIR to another folder.`)
    this.name = 'FolderInUseError'
    this.folder = folder
    this.pid = pid
  }
}

interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes a folder for this process alone, until `release` or the end of the process, however it ends.
 *
 * The lock is a listening Unix socket with a name never used before: the kernel closes it with the process, on SIGKILL
 * too, and it is visible across container borders where process ids are not. A process owns the folder when, while
 * listening itself, it finds no other one listening; of two that start together at least one sees the other, and a
 * process that sees another steps back.
 * @throws {FolderInUseError} when another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32') return lockByPipe(folder)
  const short = shortPath(folder)
  try {
    for (let attempt = 0; attempt < 12; attempt++) {
      const name = `lock-${randomBytes(6).toString('hex')}`
      let state: State = 'starting'
      const server = await listen(join(short.path, name), folder, () => state)
      const drop = async () => {
        await new Promise((done) => server.close(done))
        rmSync(join(folder, name), { force: true })
      }
      const names = readdirSync(folder).filter((entry) => entry.startsWith('lock-'))
      // A holder removes dead sockets and may have caught this one between bind and listen.
      const seen = names.includes(name)
      const others = await Promise.all(
        names
          .filter((other) => other !== name)
          .map(async (other) => ({ other, ...(await probe(join(short.path, other))) })),
      )
      const alive = others.filter((other) => other.state !== 'dead')
      if (seen && alive.length === 0) {
        state = 'held'
        for (const { other } of others) rmSync(join(folder, other), { force: true })
        return { release: drop }
      }
      await drop()
      const holder = alive.find((other) => other.state === 'held')
      if (holder) throw new FolderInUseError(folder, holder.pid)
      await sleep(10 + Math.random() * 40 * (attempt + 1))
    }
    throw new FolderInUseError(folder, null)
  } finally {
    short.forget()
  }
}

type State = 'starting' | 'held' | 'dead'

function listen(path: string, folder: string, state: () => State): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${state()} ${process.pid}`)
    })
    server.once('error', (error) =>
      fail(
        new Error(
          `The data folder ${folder} cannot be locked (${error.message}). It must be on a local disk that this process may write to.`,
          { cause: error },
        ),
      ),
    )
    server.listen({ path }, () => done(server.unref()))
  })
}

function probe(path: string): Promise<{ state: State; pid: number | null }> {
  return new Promise((done) => {
    const socket = connect({ path })
    let said = ''
    const finish = () => {
      socket.destroy()
      const [state, pid] = said.split(' ')
      // Connected, whatever it answers: a live process is behind it.
      done({ state: state === 'starting' ? 'starting' : 'held', pid: Number(pid) || null })
    }
    socket.setEncoding('utf8').setTimeout(1000, finish)
    socket.on('data', (text) => {
      said += String(text)
    })
    socket.on('end', finish)
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') done({ state: 'dead', pid: null })
      else finish()
    })
  })
}

/** A socket path holds 103 bytes on macOS, 107 on Linux: a deeper folder is accessed through a link while binding. */
function shortPath(folder: string): { path: string; forget: () => void } {
  if (Buffer.byteLength(folder) < 80) return { path: folder, forget: () => {} }
  const holder = mkdtempSync(join(tmpdir(), 'lock-'))
  const path = join(holder, 'f')
  symlinkSync(realpathSync(folder), path)
  return {
    path,
    forget: () => {
      unlinkSync(path)
      rmSync(holder, { recursive: true })
    },
  }
}

/** Windows: a named pipe has one owner and ends with it. */
async function lockByPipe(folder: string): Promise<FolderLock> {
  const path = `\\\\.\\pipe\\data-folder-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32)}`
  const server = await listen(path, folder, () => 'held').catch(async (error: Error) => {
    const holder = await probe(path)
    throw holder.state === 'held' ? new FolderInUseError(folder, holder.pid) : error
  })
  return { release: () => new Promise((done) => server.close(() => done())) }
}
