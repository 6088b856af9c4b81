import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import brands from '../../schemas/brand_vehicles.json' with { type: 'json' }
import type { JsonObject } from '../../src/model/json'
import { openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const run = promisify(execFile)
const page = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, command = '']) => command)
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)
if (!hasCurl) console.log('skipped: docs/api.md: there is no curl')

describe.skipIf(!hasCurl)('docs/api.md, typed into a terminal', () => {
  let at: TestApp
  let env: { readonly [name: string]: string }
  beforeAll(async () => {
    const { $schema: _, ...schema } = brands
    at = await testApp({ open: openOne, schemas: { brand_vehicles: schema } })
    await at.call('root', 'POST', 'brand_vehicles/create', { name: 'Toyopet', code: 'TP' })
    const URL = await at.app.listen({ host: '127.0.0.1', port: 0 })
    const { body } = await at.call('operator', 'POST', 'me/createKey', {
      name: 'Página',
      modules: [{ id: 'brand_vehicles', edit: 1 }],
    })
    env = { URL, KEY: String(body.key), PATH: process.env.PATH ?? '' }
  })
  afterAll(() => at?.close())

  test('every example does what the page says, in its order', async () => {
    const answers: unknown[] = []
    for (const command of commands)
      answers.push(JSON.parse((await run('sh', ['-c', command], { env })).stdout) as unknown)
    expect(answers).toEqual([
      expect.objectContaining({ openapi: '3.1.0' }),
      [expect.objectContaining({ name: 'Toyopet' })],
      [expect.objectContaining({ name: 'Toyopet' })],
      expect.objectContaining({ id: 1, name: 'Toyopet', version: 1 }),
      expect.objectContaining({ id: 2, name: 'Toyota', version: 1 }),
      expect.objectContaining({ id: 3, name: 'Kia', version: 1 }),
      expect.objectContaining({ id: 1, code: 'TOY', version: 2 }),
      expect.objectContaining({ id: 1, code: 'TOY' }),
    ])
  })

  test('names the limit and the form of a key as they are', async () => {
    const settings: JsonObject = await at.runtime.settings()
    expect(page).toContain(`${String(settings.api_key_calls)} calls in a minute`)
    expect(env.KEY).toMatch(new RegExp(`^${/`(tr_\[[^`]*)`/.exec(page)?.[1] ?? 'none'}$`))
  })
})
