import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { removeLeftFiles, temporaryFiles } from '../../src/server/platform/files/temporary-files'
import { openOne } from '../engines'
import { importApp } from './import-fixture'

const within = mkdtempSync(join(tmpdir(), 'temporary-'))
afterAll(() => rmSync(within, { recursive: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('files on their way lie in a folder of their process alone, which goes with it', async () => {
  const files = temporaryFiles(within)
  const [one, two] = [await files.path(), await files.path()]
  expect(dirname(one)).toBe(dirname(two))
  expect(modeOf(dirname(one))).toBe(0o700)
  writeFileSync(one, 'a')
  await files.close()
  expect(readdirSync(within)).toEqual([])
})

test('a start removes what dead processes left, and nothing of a living one', async () => {
  const living = temporaryFiles(within)
  const path = await living.path()
  writeFileSync(path, 'a')
  const left = join(within, 'server-uploads-dead00')
  mkdirSync(left)
  writeFileSync(join(left, 'rows'), 'b')
  mkdirSync(join(within, 'of-another-program'))
  await removeLeftFiles(within)
  expect([existsSync(path), existsSync(left), existsSync(join(within, 'of-another-program'))]).toEqual([
    true,
    false,
    true,
  ])
  await living.close()
})

test('an uploaded spreadsheet can be read by nobody else while it waits', async () => {
  const at = await importApp(openOne)
  const paths: string[] = []
  const { temporary } = at.app.runtime.files
  const given = temporary.path.bind(temporary)
  const modes: number[] = []
  temporary.path = async () => {
    const path = await given()
    paths.push(path)
    return path
  }
  const look = setInterval(() => modes.push(...paths.filter(existsSync).map(modeOf)), 1)
  await at.stage(
    'root',
    Array.from({ length: 2000 }, (_, i) => [`A-${i}`, 'Pan', 'Alimento', '1', '', '']),
  )
  clearInterval(look)
  expect(paths).toHaveLength(1)
  expect(new Set(modes)).toEqual(new Set([0o600]))
  await expect.poll(() => paths.filter(existsSync)).toEqual([])
  await at.close()
})
