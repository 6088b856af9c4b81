import { expect, test } from 'vitest'
import { oneEngine, openOne } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  settings_house: {
    title: 'House', type: 'object', 'x-settings': true, 'x-module': false,
    properties: {
      brand: { type: 'string', maxLength: 20, default: 'House' },
      most: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
      api_key: { type: 'string', maxLength: 40, 'x-see': { 'user.root': { eq: true } } },
    },
  },
  gates: {
    title: 'Gate', type: 'object', required: ['name'], 'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 20 }, width: { type: 'integer' } },
    'x-checks': [{ id: 'narrow', assert: { width: { lte: { setting: 'most' } } }, when: { width: { isNull: false } }, at: 'width', say: 'max' }],
  },
}
const RESOURCES = { settings_house: { title: 'House', singleton: true, endpoint: 'settings/house', route: '/settings/house' } }

oneEngine((_engine, open) => {
  const opened = async (): Promise<TestApp> => testApp({ schemas: SCHEMAS, resources: RESOURCES, open })

  test('declared settings have their types, defaults and limits, and hold at once where a rule names them', async () => {
    const at = await opened()
    expect(await at.runtime.settings()).toMatchObject({ brand: 'House', most: 3 })
    expect((await at.call('root', 'POST', 'gates/create', { name: 'A', width: 4 })).body.errors).toHaveProperty('width')
    expect((await at.call('root', 'POST', 'settings/house/create', { most: 9 })).body.errors).toHaveProperty('most')
    expect((await at.call('root', 'POST', 'settings/house/create', { most: 5, api_key: 'k-1', brand: null })).status).toBe(200)
    // An empty one falls back on the engine's own.
    expect(await at.runtime.settings()).toMatchObject({ brand: 'Toolrides', most: 5, api_key: 'k-1' })
    expect((await at.call('root', 'POST', 'gates/create', { name: 'A', width: 4 })).status).toBe(200)
    const { body } = await at.call('operator', 'GET', 'verify')
    const config = (body.user as { config: object }).config
    expect(config).toMatchObject({ most: 5 })
    expect(config).not.toHaveProperty('api_key')
    await at.close()
  })
})

test('a setting that two pages declare is told', async () => {
  const twice = { ...SCHEMAS, settings_other: { title: 'Other', type: 'object', 'x-settings': true, 'x-module': false, properties: { most: { type: 'integer' } } } }
  await expect(testApp({ open: openOne, schemas: twice, resources: RESOURCES })).rejects.toThrow(/M037 schemas\/settings_other\.json \/properties\/most/)
})
