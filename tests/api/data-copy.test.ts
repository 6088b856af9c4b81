import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyData } from '../demo-folder'

const folder = mkdtempSync(join(tmpdir(), 'copied-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a copy of a data folder leaves out the socket of the process that holds its lock', async () => {
  const from = join(folder, 'from')
  mkdirSync(join(from, 'files'), { recursive: true })
  writeFileSync(join(from, 'files/one.txt'), 'one')
  const lock = createServer().listen(join(from, 'lock'))
  await once(lock, 'listening')
  expect(existsSync(join(from, 'lock'))).toBe(true)
  try {
    copyData(from, join(folder, 'to'))
  } finally {
    await new Promise((done) => lock.close(done))
  }
  expect(readdirSync(join(folder, 'to'))).toEqual(['files'])
  expect(readdirSync(join(folder, 'to/files'))).toEqual(['one.txt'])
})
