import { mkdtempSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '../../src/server/platform/database/folder-lock'
import { FolderInUseError, openDatabase } from '../../src/server/platform/database/open'
import { Child } from './child'

const root = mkdtempSync(join(tmpdir(), 'lock-test-'))
let folder = ''
let children: Child[] = []
const start = (): Child => {
  const child = new Child('lock-child.ts', folder)
  children.push(child)
  return child
}
const locks = () => readdirSync(folder).filter((name) => name.startsWith('lock-'))

beforeEach(() => {
  folder = mkdtempSync(join(root, 'f'))
})
afterEach(async () => {
  await Promise.all(children.map((child) => child.kill()))
  children = []
})
afterAll(() => rmSync(root, { recursive: true }))

test('a second process is refused and told who has the folder', async () => {
  const first = start()
  expect(await first.says()).toBe(`held ${first.process.pid}`)
  expect(await start().says()).toBe(`refused ${first.process.pid}`)
  await expect(lockFolder(folder)).rejects.toMatchObject({ name: 'FolderInUseError', folder, pid: first.process.pid })
})

test('the folder of a killed process is free at once', async () => {
  const first = start()
  await first.says()
  await first.kill()
  expect(locks()).toHaveLength(1)
  const lock = await lockFolder(folder)
  expect(locks()).toHaveLength(1)
  await lock.release()
  expect(locks()).toEqual([])
})

test('of many that start together, one gets it, over the remains of a killed one too', async () => {
  for (let round = 0; round < 2; round++) {
    const together = Array.from({ length: 5 }, start)
    const said = await Promise.all(together.map((child) => child.says()))
    expect(
      said.filter((line) => line.startsWith('held')),
      said.join(),
    ).toHaveLength(1)
    expect(said.filter((line) => line.startsWith('refused'))).toHaveLength(4)
    await Promise.all(together.map((child) => child.kill()))
  }
})

test('of many in one process, one gets it, and after it the next', async () => {
  for (let round = 0; round < 20; round++) {
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)))
    const held = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(held).toHaveLength(1)
    await held[0]!.release()
  }
})

test('a folder with a path longer than a socket may have', async () => {
  folder = join(folder, 'a'.repeat(100), 'b'.repeat(100))
  mkdirSync(folder, { recursive: true })
  const first = start()
  expect(await first.says()).toBe(`held ${first.process.pid}`)
  await expect(lockFolder(folder)).rejects.toBeInstanceOf(FolderInUseError)
  await first.kill()
  const lock = await lockFolder(folder)
  await lock.release()
  expect(locks()).toEqual([])
})

test('an open database is refused to a second one in clear words, and free after it is closed', async () => {
  const first = await openDatabase(folder)
  await first.db.schema.createTable('kept').addColumn('n', 'integer').execute()
  await first.db.insertInto('kept').values({ n: 7 }).execute()
  await expect(openDatabase(folder)).rejects.toThrow(`${folder} is in use by process ${process.pid}`)
  await first.close()
  await expect(first.db.selectFrom('kept').selectAll().execute()).rejects.toThrow(/closed/)
  const second = await openDatabase(folder)
  expect(await second.db.selectFrom('kept').selectAll().execute()).toEqual([{ n: 7 }])
  await second.close()
})
