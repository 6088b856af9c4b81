import { HttpError } from 'react-admin'
import { Type } from 'typebox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHttp } from '../../src/client/provider/http'
import { createProvider } from '../../src/client/provider/provider'
import { createTraffic } from '../../src/client/provider/traffic'
import { ALL_STAFF } from '../../src/model/application'
import { defineCall } from '../../src/model/call'
import type { Field } from '../../src/model/field'
import type { Model } from '../../src/model/model'
import type { Settling } from '../../src/model/open-matters'
import type { Resource } from '../../src/model/resource'

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  entity: 'e',
  type: 'text',
  title: name,
  required: false,
  system: false,
  readOnly: false,
  secret: false,
  search: false,
  unique: false,
  was: [],
  schema: {},
  ...more,
})

const stores: Resource = {
  name: 'stores',
  title: 'Stores',
  entity: 'stores',
  fixed: {},
  endpoint: 'delivery/stores',
  route: '/delivery/stores',
  module: 'stores',
  menu: { group: null, icon: 'store', order: 1 },
  list: { columns: [], details: [], sort: ['name', 'asc'], layouts: [{ kind: 'table' }], perPage: 10 },
  filters: [],
  stats: [],
  form: { in: 'page', rows: [] },
  detail: { tabs: [] },
  actions: [
    {
      id: 'close',
      on: ['row'],
      icon: 'lock',
      needs: 'edit',
      confirm: false,
      done: 'reload',
      call: { method: 'POST', path: 'delivery/stores/:id/close', send: { id: 'id', reason: 'reason' } },
    },
  ],
  export: ['csv'],
  import: null,
}

const model: Model = {
  entities: {
    stores: {
      name: 'stores',
      title: 'Store',
      traits: [],
      represent: [{ field: 'name' }],
      checks: [],
      unique: [],
      scope: {},
      size: 'small',
      fields: {
        id: field('id', { system: true, readOnly: true }),
        version: field('version', { system: true, readOnly: true }),
        name: field('name'),
        rating: field('rating', { readOnly: true }),
        place: field('place', { type: 'point', flat: { lat: 'lat', lng: 'lng' } }),
        id_branch: field('id_branch', { ref: { to: 'branches', expand: { br_name: 'name' }, onDelete: 'restrict' } }),
        date_created: field('date_created', { system: true, readOnly: true }),
      },
    },
  },
  resources: { stores },
  reports: {},
  application: ALL_STAFF,
}

interface Sent {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: unknown
}
let sent: Sent[] = []
let answer: () => Response = () => Response.json({ ok: true })
const deadTokens: string[] = []
let sure = true
let settling: Settling | null = null
const traffic = createTraffic()
const shut: string[] = []
const http = createHttp({
  token: () => 'secret',
  language: () => 'es',
  say: (key) => `<${key}>`,
  traffic,
  onDeadToken: (token) => void deadTokens.push(token),
  onUnsure: async () => sure,
  onOpen: async () => settling,
  onShut: async (code) => void shut.push(code),
  isAway: () => away,
})
let away = false
const provider = createProvider(http, () => model)

beforeEach(() => {
  sent = []
  deadTokens.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    sent.push({
      method: init.method ?? 'GET',
      url: new URL(url, 'http://console.test'),
      headers: new Headers(init.headers),
      body,
    })
    init.signal?.throwIfAborted()
    return answer()
  })
})
afterEach(() => vi.unstubAllGlobals())

const failure = async (call: Promise<unknown>): Promise<HttpError> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error as HttpError
}

test('a list asks for its page in the words of the wire and brings the total with what is known of it', async () => {
  answer = () =>
    Response.json({ ok: true, items: [{ id: 31, name: 'Ñandú' }], total: 1000, total_is_exact: false, caption: 'Hoy' })
  const filter = { q: 'ñan dú', state: ['1', '0'], date_from: '2026-01-01', date_to: '2026-01-31' }
  const list = await provider.getList('stores', {
    pagination: { page: 4, perPage: 10 },
    sort: { field: 'name', order: 'DESC' },
    filter,
    meta: { count: 'exact' },
  })
  expect(sent[0]?.method).toBe('GET')
  expect(sent[0]?.url.pathname).toBe('/api/admin/delivery/stores')
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
    filters: JSON.stringify({ q: 'ñan dú', state: ['1', '0'] }),
    date_from: '2026-01-01',
    date_to: '2026-01-31',
    order_col: 'name',
    order_dir: 'desc',
    page: '4',
    limit: '10',
    count: 'exact',
  })
  expect(sent[0]?.headers.get('authorization')).toBe('Bearer secret')
  expect(sent[0]?.headers.get('accept-language')).toBe('es')
  expect(list).toEqual({
    data: [{ id: 31, name: 'Ñandú' }],
    total: 1000,
    meta: { total_is_exact: false, caption: 'Hoy' },
  })
})

test('the next page goes on from where the last one ended, and a capped total never ends the paging', async () => {
  const page = (number: number, filter = {}) =>
    provider.getList('stores', {
      pagination: { page: number, perPage: 2 },
      sort: { field: 'name', order: 'ASC' },
      filter,
    })
  answer = () =>
    Response.json({ ok: true, items: [{ id: 1 }, { id: 2 }], total: 3, total_is_exact: false, after: 'cursor-2' })
  await page(1)
  expect((await page(2)).total).toBe(5)
  await page(5)
  await page(2, { q: 'x' })
  expect(sent.map(({ url }) => url.searchParams.get('after'))).toEqual([null, 'cursor-2', null, null])
})

test('a live list that is read again as it was is a poll, which nothing shows; the first reading and another page are not', async () => {
  const live = { ...stores, list: { ...stores.list, live: true as const } }
  const polling = createProvider(http, () => ({ ...model, resources: { stores: live } }))
  let reads = 0
  const stop = traffic.subscribe(() => (reads += traffic.current().reads))
  answer = () => Response.json({ ok: true, items: [], total: 0 })
  const shows = async (of: typeof polling, page: number) => {
    reads = 0
    await of.getList('stores', { pagination: { page, perPage: 2 }, sort: { field: 'name', order: 'ASC' }, filter: {} })
    return reads
  }
  expect([
    await shows(polling, 1),
    await shows(polling, 1),
    await shows(polling, 2),
    await shows(polling, 2),
    await shows(polling, 1),
  ]).toEqual([1, 0, 1, 0, 1])
  expect([await shows(provider, 1), await shows(provider, 1)]).toEqual([1, 1])
  stop()
})

test('the records of a reference come as one call', async () => {
  answer = () => Response.json({ ok: true, items: [{ id: 7 }, { id: 9 }], total: 2 })
  expect(await provider.getMany('stores', { ids: [7, 9] })).toEqual({ data: [{ id: 7 }, { id: 9 }] })
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({ filters: '{"id":[7,9]}', limit: '2' })
})

test('the records that refer to one are the list filtered by it', async () => {
  answer = () => Response.json({ ok: true, items: [], total: 0 })
  const sort = { field: 'id', order: 'ASC' } as const
  await provider.getManyReference('stores', {
    target: 'id_branch',
    id: 3,
    pagination: { page: 1, perPage: 5 },
    sort,
    filter: { name: 'x' },
  })
  expect(sent[0]?.url.searchParams.get('filters')).toBe('{"name":"x","id_branch":3}')
})

test('one record is read by the form call and does not count as a write', async () => {
  let writes = 0
  const stop = traffic.subscribe(() => (writes = Math.max(writes, traffic.current().writes)))
  answer = () => Response.json({ ok: true, item: { id: 31, version: 4 } })
  expect(await provider.getOne('stores', { id: 31 })).toEqual({ data: { id: 31, version: 4 } })
  stop()
  expect(sent[0]).toMatchObject({ method: 'POST', body: { id: 31 } })
  expect(sent[0]?.url.pathname).toBe('/api/admin/delivery/stores/form')
  expect(writes).toBe(0)
  expect(traffic.current()).toMatchObject({ reads: 0, writes: 0 })
})

test('a change sends the version and the fields that may be written, nothing that was only shown', async () => {
  answer = () => Response.json({ ok: true, item: { id: 31, version: 5, name: 'B' } })
  const data = {
    id: 31,
    version: 4,
    name: 'B',
    lat: -12,
    lng: -77,
    id_branch: 2,
    br_name: 'Lima',
    rating: 5,
    date_created: 'x',
    shown: null,
  }
  const result = await provider.update('stores', { id: 31, data, previousData: { id: 31 } })
  expect(sent[0]?.url.pathname).toBe('/api/admin/delivery/stores/create')
  expect(sent[0]?.body).toEqual({ id: 31, version: 4, name: 'B', lat: -12, lng: -77, id_branch: 2 })
  expect(result.data).toEqual({ id: 31, version: 5, name: 'B' })
})

test('a refused value comes back as react-admin reads it: by field, with the sentence of the whole', async () => {
  answer = () =>
    Response.json(
      {
        ok: false,
        msg: 'Revisa los datos.',
        code: 'VALIDATION',
        errors: { name: 'Ya existe.', 'stops.0.address': 'Falta.' },
      },
      { status: 422 },
    )
  const error = await failure(provider.create('stores', { data: { name: 'B' } }))
  expect(error.status).toBe(422)
  expect(error.message).toBe('Revisa los datos.')
  expect(error.body).toMatchObject({
    code: 'VALIDATION',
    errors: { name: 'Ya existe.', 'stops.0.address': 'Falta.', root: { serverError: 'Revisa los datos.' } },
  })
})

test('a conflict keeps who changed what', async () => {
  answer = () =>
    Response.json({ ok: false, msg: 'Cambió.', code: 'CONFLICT', item: { name: 'C' }, by: 'Ana' }, { status: 409 })
  expect((await failure(provider.update('stores', { id: 1, data: {}, previousData: { id: 1 } }))).body).toMatchObject({
    code: 'CONFLICT',
    item: { name: 'C' },
    by: 'Ana',
  })
})

test('a dead token is reported with the token it was, a refused log-in is not', async () => {
  answer = () => Response.json({ ok: false, msg: 'x', code: 'UNAUTHENTICATED' }, { status: 401 })
  await failure(provider.getOne('stores', { id: 1 }))
  expect(deadTokens).toEqual(['secret'])
  answer = () => Response.json({ ok: false, msg: 'x', code: 'LOGIN_FAILED' }, { status: 401 })
  await failure(http.json({ method: 'POST', path: 'login/login', body: {} }))
  expect(deadTokens).toEqual(['secret'])
})

test("a call that waits for the user's password is made again once it is given, and fails where it is not", async () => {
  const unsure = () => Response.json({ ok: false, msg: 'Confirme.', code: 'CONFIRM' }, { status: 403 })
  answer = () => (sent.length === 1 ? unsure() : Response.json({ ok: true, msg: 'Hecho' }))
  expect(await http.json({ method: 'POST', path: 'people/create', body: { id: 1 } })).toMatchObject({ msg: 'Hecho' })
  expect(sent.map(({ body }) => body)).toEqual([{ id: 1 }, { id: 1 }])
  answer = unsure
  sure = false
  expect(await failure(http.json({ method: 'POST', path: 'people/create', body: { id: 1 } }))).toMatchObject({
    status: 403,
    message: 'Confirme.',
  })
  expect(sent).toHaveLength(3)
})

test('a call of a locked session is made again once it is open, a poll is not, and each says where nobody is there', async () => {
  const locked = () => Response.json({ ok: false, msg: 'Bloqueada.', code: 'IDLE' }, { status: 401 })
  answer = () => (sent.length === 1 ? locked() : Response.json({ ok: true, msg: 'Hecho' }))
  expect(await http.json({ method: 'POST', path: 'people/create', body: { id: 1 } })).toMatchObject({ msg: 'Hecho' })
  expect(sent.map(({ body }) => body)).toEqual([{ id: 1 }, { id: 1 }])
  expect(sent[0]?.headers.get('x-away')).toBeNull()
  answer = locked
  away = true
  expect(await failure(http.json({ method: 'GET', path: 'verify', quiet: true }))).toMatchObject({ status: 401 })
  away = false
  expect([sent.length, sent[2]?.headers.get('x-away'), deadTokens]).toEqual([3, '1', []])
  answer = () => Response.json({ ok: false, msg: 'Actívelo.', code: 'ENROL' }, { status: 403 })
  expect(await failure(http.json({ method: 'GET', path: 'people' }))).toMatchObject({ message: 'Actívelo.' })
  expect(shut.splice(0)).toEqual(['IDLE', 'IDLE', 'ENROL'])
})

test('an answer that says it failed has failed, whatever its status', async () => {
  answer = () => Response.json({ ok: false, msg: 'No.' })
  expect((await failure(provider.getOne('stores', { id: 1 }))).message).toBe('No.')
})

test('what is not JSON, and no answer at all, are told in the console’s own words', async () => {
  answer = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
  expect(await failure(provider.getOne('stores', { id: 1 }))).toMatchObject({
    status: 502,
    message: '<errors.default>',
  })
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  expect(await failure(provider.getOne('stores', { id: 1 }))).toMatchObject({
    status: 0,
    message: '<errors.network>',
    body: { code: 'NETWORK' },
  })
  expect(traffic.current()).toMatchObject({ reads: 0, writes: 0 })
})

test('a call that was given up stays an abort', async () => {
  const stop = new AbortController()
  stop.abort()
  const list = provider.getList('stores', {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'id', order: 'ASC' },
    filter: {},
    signal: stop.signal,
  })
  await expect(list).rejects.toMatchObject({ name: 'AbortError' })
})

test('a bulk verb is one call with a result for each row', async () => {
  answer = () =>
    Response.json({
      ok: true,
      results: [
        { id: 1, ok: true },
        { id: 2, ok: false, msg: 'En uso.' },
      ],
    })
  expect(await provider.remove('stores', [1, 2])).toEqual([
    { id: 1, ok: true },
    { id: 2, ok: false, msg: 'En uso.' },
  ])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ method: 'POST', body: { ids: [1, 2] } })
  expect((await provider.deleteMany('stores', { ids: [1, 2] })).data).toEqual([1])
})

test('a bespoke call fills its path and puts the rest where its method has it', async () => {
  const share = defineCall({
    method: 'GET',
    path: 'dispatcher/:id/urlShare',
    access: 'session',
    request: Type.Object({ id: Type.Integer(), days: Type.Optional(Type.Integer()) }),
    response: Type.Object({ url: Type.String() }),
  })
  answer = () => Response.json({ ok: true, url: 'https://x.test' })
  expect((await provider.call(share, { id: 5, days: 2 })).url).toBe('https://x.test')
  expect(sent[0]?.url.pathname + (sent[0]?.url.search ?? '')).toBe('/api/admin/dispatcher/5/urlShare?days=2')
})

test('a declared action calls what its resource declares', async () => {
  answer = () => Response.json({ ok: true, msg: 'Cerrada.' })
  expect(await provider.act('stores', 'close', { id: 8, reason: 'x' })).toEqual({ msg: 'Cerrada.' })
  expect(sent[0]?.url.pathname).toBe('/api/admin/delivery/stores/8/close')
  expect(sent[0]?.body).toEqual({ reason: 'x' })
  await expect(provider.act('stores', 'open', {})).rejects.toThrow(/no call for the action open/)
})

test("what an action will come to is asked with what the action sends, and said in the server's words", async () => {
  answer = () => Response.json({ ok: true, msg: 'Cuesta S/ 4.00.' })
  expect(await provider.tells('delivery/stores/:id/cost', { id: 8, reason: 'x' })).toBe('Cuesta S/ 4.00.')
  const { method, url } = sent[0]!
  expect([method, url.pathname, url.search]).toEqual(['GET', '/api/admin/delivery/stores/8/cost', '?reason=x'])
  answer = () => Response.json({ ok: true })
  expect(await provider.tells('delivery/stores/:id/cost', { id: 8 })).toBe('')
})

test('an export brings the file with the name the server gave it', async () => {
  answer = () =>
    new Response('id;name', {
      headers: { 'content-disposition': 'attachment; filename="tiendas.csv"; filename*=UTF-8\'\'tiendas%20%C3%B1.csv' },
    })
  const heard: number[] = []
  const query = { filter: { state: '1' }, sort: { field: 'id', order: 'ASC' }, columns: ['name', 'id'] } as const
  const file = await provider.exportFile('stores', query, 'csv', { onProgress: (bytes) => heard.push(bytes) })
  expect(file.name).toBe('tiendas ñ.csv')
  expect(await file.blob.text()).toBe('id;name')
  expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
    filters: '{"state":"1"}',
    order_col: 'id',
    order_dir: 'asc',
    format: 'csv',
    columns: 'name,id',
  })
  expect(heard.at(-1)).toBe(7)
  await provider.exportRecord('stores', 8, 'pdf')
  expect(sent[1]?.url.pathname + (sent[1]?.url.search ?? '')).toBe('/api/admin/delivery/stores/8?export=pdf')
})

test('an export that the server cuts short is a failure, one that is given up is not', async () => {
  const cut = () =>
    new Response(
      new ReadableStream({
        start: (stream) => {
          stream.enqueue(new TextEncoder().encode('id;na'))
          stream.error(new TypeError('terminated'))
        },
      }),
    )
  const query = { filter: {}, sort: { field: 'id', order: 'ASC' } } as const
  answer = cut
  await expect(provider.exportFile('stores', query, 'csv')).rejects.toMatchObject({ status: 0 })
  const control = new AbortController()
  answer = () => {
    control.abort()
    return cut()
  }
  await expect(provider.exportFile('stores', query, 'csv', { signal: control.signal })).rejects.toThrow('terminated')
})

test('where people give the ids, a new record says that it is meant to be new', async () => {
  const stored = model.entities['stores']
  const keyed: Model = { ...model, entities: stored ? { stores: { ...stored, key: { maxLength: 2 } } } : {} }
  answer = () => Response.json({ ok: true, item: { id: 'es' } })
  await createProvider(
    http,
    () => keyed,
    () => undefined,
  ).create('stores', { data: { id: 'es', name: 'Español' } })
  expect(sent.map(({ body }) => body)).toEqual([{ id: 'es', name: 'Español', version: 0 }])
})

test('the answers to what a verb asks first go with its call, a new parent with the order', async () => {
  answer = () => Response.json({ ok: true, results: [] })
  await provider.disable('stores', [1, 2], { reason: 'Cerrado' })
  await provider.resort('stores', [3, 1], { id: 3, parent: 9 })
  expect(sent.map(({ body }) => body)).toEqual([
    { reason: 'Cerrado', ids: [1, 2] },
    { items: [{ id: 3, id_parent: 9 }, 1] },
  ])
})

test('a read that the server has no turn for is asked again after a moment; a write, or a wait of minutes, is told at once', async () => {
  let refusals = 2
  let wait_s = '0.01'
  answer = () =>
    refusals-- > 0
      ? Response.json(
          { ok: false, code: 'TOO_MANY', msg: 'Espere' },
          { status: 429, headers: { 'retry-after': wait_s } },
        )
      : Response.json({ ok: true, items: [] })
  expect(await http.json({ method: 'GET', path: 'services/stats' })).toMatchObject({ ok: true })
  expect(sent).toHaveLength(3)
  refusals = 1
  expect((await failure(http.json({ method: 'POST', path: 'services/create', body: {} }))).status).toBe(429)
  wait_s = '600'
  refusals = 1
  expect((await failure(http.json({ method: 'GET', path: 'services/stats' }))).message).toBe('Espere')
  wait_s = '0.01'
  refusals = 100
  expect((await failure(http.json({ method: 'POST', path: 'mails/preview', body: {}, reads: true }))).message).toBe(
    'Espere',
  )
  expect(refusals).toBe(94)
})

test('a call that would leave something open is made again with what the user says becomes of it, and not without', async () => {
  const open = { items: [], total: 1 }
  answer = () =>
    sent.at(-1)?.headers.has('settle')
      ? Response.json({ ok: true })
      : Response.json({ ok: false, code: 'UNSETTLED', msg: 'Falta', open }, { status: 409 })
  expect((await failure(http.json({ method: 'POST', path: 'clients/disable', body: { id: 1 } }))).message).toBe('Falta')
  settling = { rest: 'cancel', of: { 'services/1': 'keep' } }
  expect(await http.json({ method: 'POST', path: 'clients/disable', body: { id: 1 } })).toEqual({ ok: true })
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => ({ id: 1 })))
  expect(JSON.parse(sent[2]?.headers.get('settle') ?? '')).toEqual(settling)
})
