import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin } from '../../src/server/work/accounts/admin'
import { buildApp } from '../../src/server/boot/app'
import { readConfig } from '../../src/server/platform/config'
import { watchFiles } from '../../src/server/boot/dev/file-watch'
import { watchMetadata } from '../../src/server/boot/dev/watch-metadata'
import { openProject, type Project } from '../../src/server/boot/open-project'
import { TEST_KEYRING } from '../keyring'

const schema = (title: string, more: object = {}) =>
  JSON.stringify({
    title,
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', title: 'Nombre', maxLength: 80 }, ...more },
  })

describe('a saved file in development', () => {
  const root = mkdtempSync(join(tmpdir(), 'project-'))
  let project: Project
  let app: FastifyInstance
  let unwatch: () => Promise<void>
  let token: string
  let told: string[] = []

  beforeAll(async () => {
    mkdirSync(join(root, 'schemas'))
    cpSync(join(import.meta.dirname, '../../i18n'), join(root, 'i18n'), { recursive: true })
    writeFileSync(join(root, 'schemas', 'shelves.json'), schema('Estante'))
    project = await openProject({ ...readConfig({ PROJECT_DIR: root }, []), database: 'memory:' }, [], () => {})
    const { database, metadata, words } = project
    await addAdmin(database, metadata.model(), { name: 'Ana', email: 'ana@test.pe', password: 'una-clave-larga' })
    app = await buildApp({ keyring: TEST_KEYRING, database, metadata, words, features: [] })
    unwatch = watchMetadata(
      project,
      (line) => told.push(line),
      () => {},
    )
    const login = await app.inject({
      method: 'POST',
      url: '/api/admin/login/login',
      payload: { username: 'ana@test.pe', password: 'una-clave-larga' },
    })
    token = login.json<{ token: string }>().token
  })
  afterAll(async () => {
    await unwatch()
    await app?.close()
    await project?.database.close()
    rmSync(root, { recursive: true })
  })

  const save = (path: string, text: string) => writeFileSync(join(root, path), text)
  const get = (path: string) =>
    app.inject({ method: 'GET', url: `/api/admin/${path}`, headers: { authorization: `Bearer ${token}` } })
  const within = (what: () => Promise<unknown>) => expect.poll(what, { interval: 50 })
  const modules = async () => JSON.stringify((await get('verify')).json<{ user: { menu: unknown } }>().user.menu)

  test('is a working module with rows, rights and menu entry', async () => {
    const before = (await get('verify')).json<{ model: string }>().model
    expect((await get('fuel_receipts')).statusCode).toBe(404)
    save('schemas/fuel_receipts.json', schema('Vale de combustible', { litres: { type: 'number', title: 'Litros' } }))
    await within(async () => (await get('fuel_receipts')).statusCode).toBe(200)
    await within(modules).toContain('fuel_receipts')
    const after = (await get('verify')).json<{ model: string }>().model
    expect(after).not.toBe(before)
    expect((await get(`model/${after}`)).body).toContain('litres')
  })

  test('may be wrong: the last good Model stays in force, and root is told', async () => {
    told = []
    save('schemas/shelves.json', '{"title": "Estan')
    const errors = async () => (await get('verify')).json<{ metadata_errors?: string[] }>().metadata_errors
    await within(errors).toEqual([expect.stringContaining('schemas/shelves.json')])
    expect(told.join('\n')).toContain('schemas/shelves.json')
    expect((await get('shelves')).statusCode).toBe(200)
    expect((await get('fuel_receipts')).statusCode).toBe(200)
    save('schemas/shelves.json', schema('Estante', { height: { type: 'integer', title: 'Alto' } }))
    await within(errors).toBeUndefined()
    await within(
      async () => (await get(`model/${(await get('verify')).json<{ model: string }>().model}`)).body,
    ).toContain('height')
  })

  test('may be renamed into place, as editors do', async () => {
    save('schemas/.shelves.json.swp', schema('Estante', { depth: { type: 'integer', title: 'Fondo' } }))
    renameSync(join(root, 'schemas/.shelves.json.swp'), join(root, 'schemas/shelves.json'))
    await within(
      async () => (await get(`model/${(await get('verify')).json<{ model: string }>().model}`)).body,
    ).toContain('depth')
  })

  test('takes its module out of the menu when it is removed', async () => {
    unlinkSync(join(root, 'schemas/fuel_receipts.json'))
    await within(modules).not.toContain('fuel_receipts')
    expect((await get('fuel_receipts')).statusCode).toBe(404)
    expect((await get('shelves')).statusCode).toBe(200)
  })

  test('may be a resource in a folder that was not there', async () => {
    mkdirSync(join(root, 'resources'))
    save(
      'resources/shelves.json',
      JSON.stringify({ title: 'Estantería', menu: { group: 'store', icon: 'inventory_2', order: 1 } }),
    )
    await within(modules).toContain('group.store')
  })

  test('may be words', async () => {
    save('i18n/en/app.json', JSON.stringify({ resources: { shelves: { name: 'Shelving' } } }))
    await within(async () => (await app.inject({ url: '/api/admin/words/en' })).body).toContain('Shelving')
  })
})

describe('the watch', () => {
  test('tells once of many changes, never in parallel, and of what changed meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watch-'))
    let running = 0
    let most = 0
    let told = 0
    const stop = watchFiles(
      [folder],
      (path) => path.endsWith('.json'),
      async () => {
        most = Math.max(most, ++running)
        told++
        await new Promise((resolve) => setTimeout(resolve, 200))
        running--
      },
    )
    try {
      await expect.poll(() => told).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 300))
      for (let file = 0; file < 20; file++) writeFileSync(join(folder, `${file}.json`), '{}')
      writeFileSync(join(folder, 'other.txt'), '')
      await expect.poll(() => told).toBeGreaterThan(1)
      const before = told
      writeFileSync(join(folder, 'late.json'), '{}')
      await expect.poll(() => told).toBeGreaterThan(before)
      await new Promise((resolve) => setTimeout(resolve, 400))
      // A slow disk may tell of the twenty in two parts.
      expect(told).toBeLessThan(6)
      expect(most).toBe(1)
    } finally {
      await stop()
      rmSync(folder, { recursive: true })
    }
  })
})
