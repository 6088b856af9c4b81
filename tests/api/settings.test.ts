import { expect, test } from 'vitest'
import { oneEngine, openOne } from '../engines'
import type { Json } from '../../src/model/json'
import { fileCalls, PNG } from './files-fixture'
import { testApp, type TestApp } from './fixture-app'

const SCHEMAS = {
  settings_house: {
    title: 'House',
    type: 'object',
    'x-settings': true,
    'x-module': false,
    properties: {
      brand: { type: 'string', maxLength: 20, default: 'House' },
      most: { type: 'integer', minimum: 1, maximum: 5, default: 3 },
      api_key: { type: 'string', maxLength: 40, 'x-see': { 'user.root': { eq: true } } },
    },
  },
  gates: {
    title: 'Gate',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 20 }, width: { type: 'integer' } },
    'x-checks': [
      {
        id: 'narrow',
        assert: { width: { lte: { setting: 'most' } } },
        when: { width: { isNull: false } },
        at: 'width',
        say: 'max',
      },
    ],
  },
}
const RESOURCES = {
  settings_house: { title: 'House', singleton: true, endpoint: 'settings/house', route: '/settings/house' },
}

oneEngine((_engine, open) => {
  const opened = async (): Promise<TestApp> => testApp({ schemas: SCHEMAS, resources: RESOURCES, open })

  test('declared settings have their types, defaults and limits, and hold at once where a rule names them', async () => {
    const at = await opened()
    expect(await at.runtime.settings()).toMatchObject({ brand: 'House', most: 3 })
    expect((await at.call('root', 'POST', 'gates/create', { name: 'A', width: 4 })).body.errors).toHaveProperty('width')
    expect((await at.call('root', 'POST', 'settings/house/create', { most: 9 })).body.errors).toHaveProperty('most')
    expect(
      (await at.call('root', 'POST', 'settings/house/create', { most: 5, api_key: 'k-1', brand: null })).status,
    ).toBe(200)
    // An empty one falls back on the engine's own.
    expect(await at.runtime.settings()).toMatchObject({ brand: 'Admin', most: 5, api_key: 'k-1' })
    expect((await at.call('root', 'POST', 'gates/create', { name: 'A', width: 4 })).status).toBe(200)
    const { body } = await at.call('operator', 'GET', 'verify')
    const config = (body.user as { config: object }).config
    expect(config).toMatchObject({ most: 5 })
    expect(config).not.toHaveProperty('api_key')
    // What a rule lets somebody see of a page, their console may read in rules.
    const own = (await at.call('root', 'GET', 'verify')).body.user as { config: object }
    expect(own.config).toMatchObject({ most: 5, api_key: 'k-1' })
    await at.close()
  })
})

test('a setting that two pages declare is told', async () => {
  const twice = {
    ...SCHEMAS,
    settings_other: {
      title: 'Other',
      type: 'object',
      'x-settings': true,
      'x-module': false,
      properties: { most: { type: 'integer' } },
    },
  }
  await expect(testApp({ open: openOne, schemas: twice, resources: RESOURCES })).rejects.toThrow(
    /M037 schemas\/settings_other\.json \/properties\/most/,
  )
})

test('a page of settings answers by the names of the specification, and its pictures are everybody’s', async () => {
  const at = await testApp({
    open: openOne,
    schemas: {
      settings_look: {
        title: 'Look',
        'x-settings': true,
        'x-module': false,
        properties: {
          pic_logo: { 'x-type': 'image' },
          color_accent: { 'x-type': 'color' },
          point: { 'x-type': 'point', 'x-flat': { lat: 'lat', lng: 'lng' } },
          inner: { 'x-type': 'image', 'x-see': { 'user.root': { eq: true } } },
        },
      },
    },
    resources: {
      settings_look: { title: 'Look', singleton: true, endpoint: 'settings/look', route: '/settings/look' },
    },
  })
  const before = (await at.call('operator', 'GET', 'live')).body.settings
  const files = fileCalls(at)
  const upload = async (field: string): Promise<Json> =>
    (await files.upload('root', PNG, `?entity=settings_look&field=${field}`)).body.url ?? null
  expect(
    (
      await at.call('root', 'POST', 'settings/lookSave', {
        pic_logo: await upload('pic_logo'),
        inner: await upload('inner'),
        color_accent: '#112233',
        point: { lat: -12, lng: -77 },
      })
    ).status,
  ).toBe(200)
  expect((await at.call('root', 'POST', 'settings/lookForm')).body.item).toMatchObject({ color_accent: '#112233' })
  expect((await at.call('root', 'POST', 'settings/look')).body.item).toMatchObject({ color_accent: '#112233' })
  expect((await at.call('root', 'POST', 'settings/look/save', { color_accent: '#445566' })).status).toBe(200)
  expect(await at.runtime.settings()).toMatchObject({ lat: -12, lng: -77, color_accent: '#445566' })
  expect((await at.call('operator', 'GET', 'live')).body.settings).not.toBe(before)
  const { body: look } = await at.call(null, 'GET', 'login/look')
  expect(look).toMatchObject({ colours: { accent: '#445566' } })
  expect(look).not.toHaveProperty('inner')
  const picture = await files.get(look.pic_logo)
  expect([picture.status, picture.headers['content-type'], picture.bytes]).toEqual([200, 'image/png', PNG])
  expect((await files.get('/api/pictures/inner?v=1')).status).toBe(404)
  expect((await files.get('/api/pictures/brand')).status).toBe(404)
  await at.close()
})
