import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check } from '../../src/server/boot/commands/check'
import { generate } from '../../src/server/boot/commands/generate'
import { makeSchema } from '../../src/server/boot/commands/new'
import { readConfig } from '../../src/server/platform/config'
import { APPLICATION } from '../application'
import { runCommand } from './server-process'

const ROOT = join(import.meta.dirname, '../..')

describe('a command for developers', () => {
  const root = mkdtempSync(join(tmpdir(), 'project-'))
  beforeAll(() => {
    for (const folder of ['schemas', 'resources', 'i18n'])
      cpSync(join(ROOT, folder), join(root, folder), { recursive: true })
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const COMMANDS = { check, generate, new: makeSchema }
  /** In this process, which is quicker than one of its own; `start.test.ts` goes through the real door. */
  async function run(
    name: keyof typeof COMMANDS,
    ...args: string[]
  ): Promise<{ readonly code: number | undefined; readonly said: string }> {
    const said: string[] = []
    const context = {
      config: readConfig({ PROJECT_DIR: root }, []),
      args,
      features: APPLICATION,
      log: (line: string) => {
        said.push(line)
      },
    }
    const code = await COMMANDS[name](context).catch((error: unknown) => {
      said.push(error instanceof Error ? error.message : String(error))
      return 1
    })
    return { code, said: said.join('\n') }
  }

  test('new writes a complete module, once', async () => {
    const { code, said } = await run('new', 'fuel_receipts')
    expect([code, said]).toEqual([0, expect.stringContaining('schemas/fuel_receipts.json')])
    expect((await run('check')).code).toBe(0)
    const before = readFileSync(join(root, 'schemas/fuel_receipts.json'), 'utf8')
    expect(await run('new', 'fuel_receipts')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is there already') as string,
    })
    expect(readFileSync(join(root, 'schemas/fuel_receipts.json'), 'utf8')).toBe(before)
    for (const name of ['../escape', 'Upper', '1st', 'with space', '']) expect((await run('new', name)).code).toBe(1)
    expect(existsSync(join(root, 'escape.json'))).toBe(false)
  })

  test('check says every mistake with its file and remedy, and a start with one touches nothing', async () => {
    const path = join(root, 'schemas/fuel_receipts.json')
    const good = readFileSync(path, 'utf8')
    writeFileSync(path, good.replace('"{name}"', '"{nmae}"'))
    const checked = await run('check')
    expect(checked.code).toBe(1)
    expect(checked.said).toMatch(/M\d{3} schemas\/fuel_receipts\.json .*nmae/)
    expect(checked.said).not.toMatch(/\n\s+at /)
    const started = await runCommand(['start'], { PROJECT_DIR: root, DATA_DIR: join(root, 'var') })
    expect([started.code, started.said.trim()]).toEqual([1, `The metadata has a mistake:\n${checked.said}`])
    expect(existsSync(join(root, 'var'))).toBe(false)
    writeFileSync(path, good)

    writeFileSync(join(root, 'i18n/en/app.json'), '{')
    expect(await run('check')).toMatchObject({
      code: 1,
      said: expect.stringContaining('app.json is not JSON') as string,
    })
    writeFileSync(join(root, 'i18n/en/app.json'), '{}')
    const { code, said } = await run('check')
    expect(code).toBe(0)
    expect(said).toContain('warning: en: resources.fuel_receipts.name ("Fuel receipts")')
  })

  test('generate writes types and reference, and leaves alone what says the same', async () => {
    expect((await run('generate')).code).toBe(0)
    const files = ['generated/records.ts', 'generated/tables.ts', 'docs/metadata-reference.md'].map((path) =>
      join(root, path),
    )
    expect(readFileSync(files[0] ?? '', 'utf8')).toContain('export interface FuelReceipts')
    const dates = files.map((file) => statSync(file).mtimeMs)
    expect(await run('generate')).toMatchObject({ code: 0, said: '' })
    expect(files.map((file) => statSync(file).mtimeMs)).toEqual(dates)
  })
})
