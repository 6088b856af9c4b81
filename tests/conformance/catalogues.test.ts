import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fieldTypes } from '../../src/fields/data'
import { isWritable, typeOf } from '../../src/model/canonical'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { oneEngine } from '../engines'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { flowSuite } from './flow-suite'
import { prints } from './prints'
import { makeRecord } from './valid-record'
import { randomSource, runSeed } from '../random-source'

// Catalogues of the spec whose records have a life: what the language must be able to say, without a line of code.
const root = join(import.meta.dirname, 'catalogues')
const written = ['schemas', 'resources'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => ({
    path: `${folder}/${name}`,
    text: readFileSync(join(root, folder, name), 'utf8'),
  })),
)
const project = (await readSourceFiles(join(import.meta.dirname, '../..'))).filter(
  ({ path }) => !written.some((one) => one.path === path),
)
// Files may fill whatever people may, so that locks are tried by them as well.
const files = withImports(written)
const model = checkedModel([...project, ...files], APPLICATION)
const seed = runSeed()
const lives = Object.values(model.resources).filter(
  ({ entity, module, rest }) =>
    module !== null &&
    rest === undefined &&
    files.some(({ path }) => path === `schemas/${entity}.json`) &&
    model.entities[entity]?.flow,
)

test('six catalogues say the life of their records', () => {
  expect(lives.map(({ name }) => name)).toEqual([
    'bylaws',
    'client_notifications',
    'introductions',
    'letters',
    'purses',
    'talks',
  ])
})

oneEngine((_engine, open) => {
  let app: ConformanceApp
  const random = randomSource(seed)
  beforeAll(async () => {
    app = await conformanceApp(open, [...project, ...files], APPLICATION)
  })
  for (const resource of lives) {
    const entity = model.entities[resource.entity]
    const { flow } = entity ?? {}
    // What the program alone writes is made through the catalogue beside it.
    if (!entity || !flow || resource.readOnly) continue
    describe(resource.name, () => {
      prints(resource, () => app, random)
      if (flow.field !== null)
        flowSuite(resource, entity, { ...flow, field: flow.field, start: flow.start ?? '' }, () => app, random)
      else {
        test('is restored by those who may', async () => {
          const { item } = await makeRecord(app, resource, random)
          await app.database.db
            .updateTable(entity.name)
            .set(
              entity.name === 'letters'
                ? { original_subject: 'Hola', original_body: '<p>Hola</p>' }
                : { original_name: 'Original' },
            )
            .where('id', '=', item.id)
            .execute()
          const path = `${resource.endpoint}/restore`
          expect((await app.post('reader', path, { id: item.id ?? null })).status).toBe(403)
          expect((await app.post('root', path, { id: item.id ?? null })).status).toBe(200)
          expect((await app.get('root', `${resource.endpoint}/${String(item.id)}`)).body.item).toMatchObject(
            entity.name === 'letters' ? { subject: 'Hola', body: '<p>Hola</p>' } : { name: 'Original', prefix: null },
          )
        })
      }
    })
  }

  test('the moves of a catalogue that the program alone writes are open to its people', async () => {
    const orders = model.resources.orders
    if (!orders) throw new Error('no orders')
    const { item } = await makeRecord(app, orders, random)
    const id = item.id ?? null
    expect((await app.post('root', 'delivery/active_orders/create', { id, notes: 'x' })).status).toBe(403)
    // The spec's own paths.
    expect(await app.post('root', `delivery/active_orders/${String(id)}/preparing`, {})).toMatchObject({
      status: 200,
      body: { ok: true },
    })
    expect(await app.post('reader', `delivery/active_orders/${String(id)}/ready`, {})).toMatchObject({ status: 403 })
    expect(await app.get('root', 'delivery/orders/states')).toMatchObject({
      body: { items: [{ id: '1', name: 'Nuevo' }, {}, {}, {}, {}] },
    })
  })
})

function withImports(sources: typeof written): typeof written {
  const { entities, resources } = checkedModel([...project, ...sources], APPLICATION)
  return sources.map(({ path, text }) => {
    const [folder, name = ''] = path.replace('.json', '').split('/')
    const resource = resources[name]
    if (folder !== 'resources' || !resource || resource.readOnly) return { path, text }
    const fields = Object.values(entities[resource.entity]?.fields ?? {}).filter(
      (field) =>
        isWritable(field) &&
        field.name !== 'id' &&
        !field.children &&
        !field.properties &&
        !typeOf(field, fieldTypes).file,
    )
    return {
      path,
      text: JSON.stringify({ ...(JSON.parse(text) as object), import: { columns: fields.map((field) => field.name) } }),
    }
  })
}
