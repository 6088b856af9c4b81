import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConsoleDataProvider } from '../../src/client/console/provider'
import { statusOf } from '../../src/client/provider/failure'
import { withRemotes } from '../../src/client/provider/remotes'
import { createTraffic } from '../../src/client/provider/traffic'
import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { loadModel } from '../../src/model/load'
import type { Model } from '../../src/model/model'

interface Asked {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: JsonObject | null
}
let asked: Asked[] = []
let rows: JsonObject[] = []
let mood: 'well' | 'headless' | 'ill' = 'well'
const server: Server = createServer((request, reply) => {
  const chunks: Buffer[] = []
  request
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => {
      const url = new URL(request.url ?? '', 'http://far')
      const text = Buffer.concat(chunks).toString()
      asked.push({
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: text ? (JSON.parse(text) as JsonObject) : null,
      })
      const send = (status: number, body: unknown, headers: { [name: string]: string } = {}) =>
        reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
      const id = url.pathname.split('/')[3]
      if (mood === 'ill') return send(422, { message: 'Ya existe', errors: { name: 'Repetido' } })
      if (request.method === 'POST') return send(200, { id: 'P9', ...(JSON.parse(text) as object) })
      if (request.method === 'PUT') return send(200, JSON.parse(text))
      if (id)
        return send(
          rows.some((row) => row.id === id) ? 200 : 404,
          rows.find((row) => row.id === id) ?? { message: 'No existe' },
        )
      return send(200, rows, mood === 'headless' ? {} : { 'Content-Range': `items 0-1/${rows.length}` })
    })
})

let model: Model
const own: string[] = []
const ours = new Proxy(
  {},
  {
    get: (_target, method: string) => async (name: string) => {
      own.push(`${method} ${name}`)
      return { data: [], total: 0 }
    },
  },
) as ConsoleDataProvider
let provider: ConsoleDataProvider

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const files = {
    'schemas/items.json': {
      title: 'Ajeno',
      required: ['name'],
      properties: { name: { type: 'string' }, price: { 'x-type': 'money', default: 3 } },
    },
    'resources/items.json': { rest: `http://127.0.0.1:${port}/api`, endpoint: 'stock' },
    'schemas/here.json': { title: 'Propio', properties: { name: { type: 'string' } } },
  }
  model = loadModel(
    Object.entries(files).map(([path, json]) => ({ path, text: JSON.stringify(json) })),
    fieldTypes,
    { widgets: [], panels: [] },
  ).model
  provider = withRemotes({ ...ours, getList: ours.getList, remove: ours.remove, form: ours.form }, () => model, {
    say: (key, { service, msg }) => `${key} ${service} ${msg ?? ''}`,
    traffic: createTraffic(),
  })
})
afterAll(() => new Promise((done) => server.close(done)))
beforeEach(() => {
  asked = []
  mood = 'well'
  rows = [
    { id: 'P1', name: 'Uno' },
    { id: 'P2', name: 'Dos' },
  ]
})

const list = () =>
  provider.getList('items', {
    pagination: { page: 1, perPage: 2 },
    sort: { field: 'name', order: 'DESC' },
    filter: { name: 'o' },
  })
const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it went well')
    },
    (error: Error) => error,
  )

test('a list is asked of the other service in plain simple REST, without a word of our session', async () => {
  expect(await list()).toMatchObject({ data: rows, total: 2 })
  const [{ url, headers } = {}] = asked
  expect([
    url?.pathname,
    url?.searchParams.get('sort'),
    url?.searchParams.get('range'),
    url?.searchParams.get('filter'),
  ]).toEqual(['/api/stock', '["name","DESC"]', '[0,1]', '{"name":"o"}'])
  expect([headers?.authorization, headers?.cookie]).toEqual([undefined, undefined])
})

test('a record is made with the fields the schema gives it, and changed as a whole', async () => {
  expect(await provider.form('items')).toEqual({ item: { price: 3 } })
  expect((await provider.form('items', 'P1')).item).toEqual({ id: 'P1', name: 'Uno' })
  await provider.create('items', { data: { name: 'Tres', price: 4, strange: true } })
  const previous = { id: 'P1', name: 'Uno', price: 5, kept_there: 'x' }
  await provider.update('items', { id: 'P1', data: { name: 'Otro', version: null }, previousData: previous })
  expect(asked.map(({ method, url, body }) => [method, url.pathname, body]).slice(1)).toEqual([
    ['POST', '/api/stock', { name: 'Tres', price: 4 }],
    ['PUT', '/api/stock/P1', { id: 'P1', name: 'Otro', price: 5 }],
  ])
})

test('a refusal there is said as theirs, with what they say and their field errors', async () => {
  mood = 'ill'
  const error = await failure(provider.create('items', { data: { name: 'Uno' } }))
  expect(error.message).toMatch(/^errors\.remote 127\.0\.0\.1:\d+ Ya existe$/)
  expect([statusOf(error), (error as unknown as { body: JsonObject }).body.errors]).toEqual([422, { name: 'Repetido' }])
  expect(await provider.remove('items', ['P1'])).toMatchObject([
    { id: 'P1', ok: false, msg: expect.stringContaining('Ya existe') },
  ])
})

test('a list without its number of rows and a service that is away are told apart', async () => {
  mood = 'headless'
  expect((await failure(list())).message).toContain('errors.remote_range')
  const away = withRemotes(
    ours,
    () =>
      ({
        ...model,
        resources: { items: { ...model.resources['items'], rest: 'http://127.0.0.1:9' } },
      }) as unknown as Model,
    {
      say: (key) => key,
      traffic: createTraffic(),
    },
  )
  expect((await failure(away.getOne('items', { id: 'P1' }))).message).toBe('errors.remote_silent')
})

test('everything else stays ours', async () => {
  await provider.getList('here', {
    pagination: { page: 1, perPage: 2 },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
  })
  await provider.remove('here', [1])
  expect(own).toEqual(['getList here', 'remove here'])
  expect(asked).toEqual([])
})
