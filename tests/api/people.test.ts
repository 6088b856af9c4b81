import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { OWN } from '../fixtures/naughty-strings'
import { testApp, type TestApp } from './fixture-app'
import { PEOPLE_RESOURCES, PEOPLE_SCHEMAS, peopleOf } from './people-fixture'
import type { Role } from './verbs-fixture'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

oneEngine((_engine, open) => {
  describe('people around a record', () => {
    let at: TestApp
    const { post, get, made, said, told, deliveries, sent } = peopleOf(() => at)
    const bodies = async (path: string, role?: Role): Promise<readonly unknown[]> =>
      (await said(path, role)).map(({ body }) => body)
    beforeAll(async () => {
      at = await testApp({ schemas: PEOPLE_SCHEMAS, resources: PEOPLE_RESOURCES, open })
    })

    test('comments are read in their order, changed and removed by who wrote them, and counted', async () => {
      const id = await made('jobs')
      const first = await post(`jobs/${id}/comments`, { body: 'Primero' })
      expect(first).toMatchObject({
        status: 200,
        body: {
          item: {
            body: 'Primero',
            own: true,
            internal: 1,
            user_name: 'operator Prueba',
            date_edited: null,
            mentions: [],
            files: [],
          },
        },
      })
      await post(`jobs/${id}/comments`, { body: 'Segundo' }, 'reader')
      expect(await bodies(`jobs/${id}`)).toEqual(['Primero', 'Segundo'])
      expect(await get(`jobs/${id}/people`)).toMatchObject({ body: { comments: 2, followers: 2, follows: true } })
      const { id: comment = null, version = null } = first.body.item as JsonObject
      const changed = await post(`jobs/${id}/comments/change`, { comment, version, body: 'Primero, mejor dicho' })
      expect(changed).toMatchObject({
        status: 200,
        body: { item: { body: 'Primero, mejor dicho', date_edited: expect.any(String) } },
      })
      expect(await post(`jobs/${id}/comments/change`, { comment, version, body: 'Otra vez' })).toMatchObject({
        status: 409,
      })
      expect(await post(`jobs/${id}/comments/change`, { comment, version: 2, body: 'Ajeno' }, 'reader')).toMatchObject({
        status: 403,
      })
      expect(await post(`jobs/${id}/comments/remove`, { comment }, 'reader')).toMatchObject({ status: 403 })
      expect(await post(`jobs/${id}/comments/change`, { comment, version: 2, body: 'Ni root' }, 'root')).toMatchObject({
        status: 403,
      })
      expect(await post(`jobs/${id}/comments/remove`, { comment }, 'root')).toMatchObject({ status: 200 })
      expect(await bodies(`jobs/${id}`)).toEqual(['Segundo'])
      const lines = ((await get('logs', 'root', { target: 'jobs', id_target: id })).body.items as JsonObject[]).map(
        ({ type_log }) => type_log,
      )
      expect(lines).toEqual(['comment_remove', 'comment_change', 'comment', 'comment', 'create'])
      expect(JSON.stringify((await get('logs', 'root', { target: 'jobs', id_target: id })).body)).not.toContain(
        'mejor dicho',
      )
    })

    test('a page of comments says that there are older ones, and nothing new is a few bytes', async () => {
      const id = await made('jobs')
      for (const at of [1, 2, 3]) await post(`jobs/${id}/comments`, { body: `c${at}` })
      const page = await get(`jobs/${id}/comments`, 'operator', { limit: 2 })
      expect(page.body).toMatchObject({ more: true, total: 3, items: [{ body: 'c2' }, { body: 'c3' }] })
      const [first] = page.body.items as JsonObject[]
      expect(
        (await get(`jobs/${id}/comments`, 'operator', { limit: 2, before: first?.id ?? null })).body,
      ).toMatchObject({ more: false, items: [{ body: 'c1' }] })
      expect((await get(`jobs/${id}/comments`, 'operator', { since: page.body.since ?? null })).body).toMatchObject({
        items: null,
        total: 3,
      })
      await post(`jobs/${id}/comments`, { body: 'c4' })
      expect(
        (await get(`jobs/${id}/comments`, 'operator', { since: page.body.since ?? null })).body.items,
      ).toHaveLength(4)
    })

    test('every odd text is kept exactly, and what no text may hold is refused at the field', async () => {
      const id = await made('jobs')
      const holds = (text: string): boolean => text.trim() !== '' && !/[^\P{Cc}\t\n]|\p{Surrogate}/u.test(text)
      const texts = OWN.list.filter(holds)
      // Few calls, since nobody writes hundreds of comments in a minute.
      for (let from = 0; from < texts.length; from += 40) {
        const body = texts.slice(from, from + 40).join('\n')
        expect((await post(`jobs/${id}/comments`, { body }, 'root')).body.item).toMatchObject({ body })
      }
      expect((await post(`jobs/${id}/comments`, { body: 'a\r\nb' }, 'root')).body.item).toMatchObject({ body: 'a\nb' })
      for (const body of ['\u0000', 'a\u0007b', '\ud800', ' \n '])
        expect(await post(`jobs/${id}/comments`, { body })).toMatchObject({
          status: 422,
          body: { errors: { body: expect.any(String) } },
        })
      for (const [input, source] of [
        [{ body: '' }, 'body'],
        [{ body: 'x'.repeat(10_001) }, 'body'],
        [{ body: 7 }, 'body'],
        [{ body: 'x', files: [999_999] }, 'files'],
        [{ body: 'x', mentions: ['a'] }, 'mentions.0'],
        [{ body: 'x', internal: 7 }, 'internal'],
      ] as const) {
        const { status, body } = await post(`jobs/${id}/comments`, input as JsonObject, 'operator')
        expect([status, Object.keys(body.errors as JsonObject)]).toEqual([422, [source]])
      }
    })

    test('files come with a comment under the same rights, once, and of harmless kinds', async () => {
      const id = await made('jobs')
      const file = await sent('reader', PNG, 'foto.png')
      expect(file).toMatchObject({ status: 200, name: 'foto.png', mime: 'image/png' })
      expect(await sent('reader', Buffer.from('<script>1</script>'), 'x.html')).toMatchObject({
        status: 422,
        errors: { files: expect.any(String) },
      })
      expect(await sent('companyA', PNG, 'foto.png')).toMatchObject({ status: 200 })
      expect(await sent('none', PNG, 'foto.png')).toMatchObject({ status: 403 })
      expect(await post(`jobs/${id}/comments`, { body: '', files: [file.id ?? null] }, 'operator')).toMatchObject({
        status: 422,
        body: { errors: { files: expect.any(String) } },
      })
      const done = await post(`jobs/${id}/comments`, { body: '', files: [file.id ?? null] }, 'reader')
      const [own] = ((done.body.item as JsonObject).files ?? []) as JsonObject[]
      expect(own).toMatchObject({ name: 'foto.png', mime: 'image/png', size: PNG.length })
      const token = await at.tokenFor('reader')
      expect((await at.request({ method: 'GET', url: String(own?.url), token })).status).toBe(200)
      expect((await at.request({ method: 'GET', url: String(own?.url).replace(/\?.*/, ''), token })).status).toBe(403)
      expect(await post(`jobs/${id}/comments`, { body: '', files: [file.id ?? null] }, 'reader')).toMatchObject({
        status: 422,
      })
    })

    test('who is mentioned is told once, with the place of the comment, and who may not see the record is refused at the field', async () => {
      const id = await made('jobs', { name: 'Mencionado' })
      const { users } = at.ids
      const found = await get(`jobs/${id}/comments/people`, 'operator', { q: 'read' })
      expect(found.body.items).toEqual([{ id: users.reader, name: 'reader Prueba' }])
      for (const stranger of [users.none, users.companyA, 99_999]) {
        expect(await post(`jobs/${id}/comments`, { body: 'hola', mentions: [users.reader, stranger] })).toMatchObject({
          status: 422,
          body: { errors: { mentions: expect.any(String) } },
        })
      }
      expect(await said(`jobs/${id}`)).toEqual([])
      const { body } = await post(`jobs/${id}/comments`, {
        body: '@reader Prueba mira esto',
        mentions: [users.reader, users.reader],
      })
      await expect.poll(() => told('reader')).toContain('operator Prueba le mencionó en Mencionado')
      const [notice] = (await get('live', 'reader')).body.notifications as JsonObject[]
      expect(notice).toMatchObject({
        resource: 'jobs',
        id_target: String(id),
        below: `comments?comment=${String((body.item as JsonObject).id)}`,
        body: '@reader Prueba mira esto',
      })
      // Who is mentioned follows, and hears of the next comment by anybody else.
      expect(await get(`jobs/${id}/people`, 'reader')).toMatchObject({ body: { follows: true, followers: 2 } })
      await post(`jobs/${id}/comments`, { body: 'Otra cosa' }, 'root')
      await expect.poll(() => told('reader')).toContain('root Prueba comentó en Mencionado')
      await expect
        .poll(async () => (await told('operator')).filter((title) => title.includes('Mencionado')))
        .toEqual(['root Prueba comentó en Mencionado'])
    })

    test('followers hear of changes by others that they see, once each, until they stop', async () => {
      const id = await made('jobs', { name: 'Seguido' })
      expect(await post(`jobs/${id}/follow`, {}, 'reader')).toMatchObject({
        status: 200,
        body: { followers: 1, follows: true },
      })
      const other = await made('jobs')
      const listed = async (followed: number): Promise<readonly unknown[]> =>
        ((await get('jobs', 'reader', { filters: { followed, id: [id, other] } })).body.items as JsonObject[]).map(
          (one) => one.id,
        )
      expect([await listed(1), await listed(0)]).toEqual([[id], [other]])
      const own = async (): Promise<readonly JsonObject[]> =>
        (await deliveries('people.change')).filter(({ id_target }) => id_target === String(id))
      await post('jobs/create', { id, name: 'Seguido y cambiado' })
      await post('jobs/create', { id, cost: 7 }, 'root')
      await post(`jobs/${id}/close`)
      await expect.poll(() => told('reader')).toContain('operator Prueba cambió el estado de Seguido y cambiado')
      expect((await own()).map(({ body, recipient }) => [body, recipient]).sort()).toEqual([
        ['Cerrar', 'reader Prueba'],
        ['Nombre', 'reader Prueba'],
      ])
      await post(`jobs/${id}/unfollow`, {}, 'reader')
      await post(`jobs/${id}/comments`, { body: 'x', mentions: [at.ids.users.reader] })
      expect(await get(`jobs/${id}/people`, 'reader')).toMatchObject({ body: { follows: false } })
      await post('jobs/disable', { id })
      expect(await own()).toHaveLength(2)
    })

    test('nobody is told of what they may no longer see when it is sent', async () => {
      const id = await made('jobs', { name: 'Perdido' })
      await post(`jobs/${id}/follow`, {}, 'reader')
      await sql`update roles set all_modules = '0' where name = 'Lector'`.execute(at.database.db)
      at.runtime.changed('roles')
      await post(`jobs/${id}/comments`, { body: 'Ya no' })
      expect((await deliveries('people.comment')).filter(({ id_target }) => id_target === String(id))).toEqual([])
      await sql`update roles set all_modules = '1' where name = 'Lector'`.execute(at.database.db)
      at.runtime.changed('roles')
      const {
        body: { item },
      } = await post(`jobs/${id}/comments`, { body: 'Se va' })
      await post(`jobs/${id}/comments/remove`, { comment: (item as JsonObject).id ?? null })
      await sql`update deliveries set status = '1', attempts = 0, date_next = now() where effect = 'people.comment'
        and id_target = ${String(id)}`.execute(at.database.db)
      await sql`delete from notifications where id_target = ${String(id)}`.execute(at.database.db)
      await post(`jobs/${id}/comments`, { body: 'Queda' })
      await expect.poll(async () => (await told('reader')).filter((title) => title.includes('Perdido')).length).toBe(1)
      await expect
        .poll(async () =>
          (await deliveries('people.comment'))
            .filter((one) => one.id_target === String(id))
            .map(({ status }) => status)
            .sort(),
        )
        .toEqual(['3', '4'])
    })

    test('who wants mails gets them, and nobody else', async () => {
      const id = await made('jobs', { name: 'Por correo' })
      const mails = async (): Promise<readonly JsonObject[]> =>
        (await deliveries('people.mention')).filter((one) => one.id_target === String(id) && one.channel === 'mail')
      await post(`jobs/${id}/comments`, { body: 'sin', mentions: [at.ids.users.reader] })
      expect(await mails()).toEqual([])
      expect(await post('me/setNotices', { mail: 1 }, 'reader')).toMatchObject({ status: 200 })
      await post(`jobs/${id}/comments`, { body: 'con', mentions: [at.ids.users.reader] })
      expect(await mails()).toMatchObject([{ recipient: 'reader@test.pe', body: 'con' }])
      expect(await get('me', 'reader')).toMatchObject({ body: { mail_notices: 1 } })
    })
  })

  describe('people of companies, and those without rights,', () => {
    let at: TestApp
    const { post, get, made, said, told, sent } = peopleOf(() => at)
    const bodies = async (path: string, role?: Role): Promise<readonly unknown[]> =>
      (await said(path, role)).map(({ body }) => body)
    beforeAll(async () => {
      at = await testApp({ schemas: PEOPLE_SCHEMAS, resources: PEOPLE_RESOURCES, open })
    })

    test("neither read nor write what is the house's own", async () => {
      const id = await made('jobs', { id_company: at.ids.companies.a })
      await post(`jobs/${id}/comments`, { body: 'Interno' })
      await post('jobs/retag', { id, add: ['Moroso'] })
      expect((await get(`jobs/${id}`, 'companyA')).status).toBe(200)
      for (const role of ['companyA', 'readerA', 'companyB', 'none', null] as const) {
        const status = role === null ? 401 : 403
        for (const path of [`jobs/${id}/comments`, `jobs/${id}/people`, `jobs/${id}/comments/people`, 'jobs/tags'])
          expect([role, path, (await at.call(role, 'GET', path)).status]).toEqual([role, path, status])
        for (const [path, input] of [
          [`jobs/${id}/comments`, { body: 'x' }],
          [`jobs/${id}/comments/remove`, { comment: 1 }],
          [`jobs/${id}/follow`, {}],
          ['jobs/retag', { id, add: ['x'] }],
          ['jobs/tags/remove', { tag: 1 }],
          ['jobs/tags/change', { tag: 1, name: 'x' }],
          ['jobs/tags/merge', { tag: 1, into: 2 }],
        ] as const)
          expect([role, path, (await at.call(role, 'POST', path, input as JsonObject)).status]).toEqual([
            role,
            path,
            status,
          ])
      }
      const mine = await get(`jobs/${id}`, 'companyA')
      expect(mine.text).not.toContain('Moroso')
      expect(Object.keys(mine.body.item as JsonObject)).not.toContain('tags')
      expect(await get('jobs', 'companyA', { filters: { tags: 1 } })).toMatchObject({
        status: 400,
        body: { code: 'FILTER_UNKNOWN' },
      })
      expect(await get('jobs', 'companyA', { followed: 1 })).toMatchObject({ status: 400 })
      expect(await get('record_tags', 'companyA', { lookup: 1 })).toMatchObject({ status: 403 })
      expect(await get('record_tags', 'operator', { lookup: 1 })).toMatchObject({ status: 403 })
      const log = await get('logs', 'companyA', { target: 'jobs', id_target: id })
      expect((log.body.items as JsonObject[]).map(({ type_log }) => type_log)).not.toContain('comment')
      const { model = '' } = (await get('verify', 'companyA')).body
      const { resources } = (await get(`model/${String(model)}`, 'companyA')).body.model as {
        readonly resources: JsonObject
      }
      expect(JSON.stringify(resources.tickets)).toContain('"kind":"comments"')
      expect(JSON.stringify(resources.jobs)).not.toContain('"kind":"comments"')
    })

    test('read what is said openly about their own records, by the house and their own people alone', async () => {
      const id = await made('tickets', { id_company: at.ids.companies.a })
      const shared = await made('tickets')
      await post(`tickets/${id}/comments`, { body: 'Interno' })
      await post(`tickets/${id}/comments`, { body: 'Para la empresa', internal: 0 })
      expect(await post(`tickets/${id}/comments`, { body: 'De la empresa', internal: 1 }, 'companyA')).toMatchObject({
        status: 200,
        body: { item: { internal: 0 } },
      })
      expect(await bodies(`tickets/${id}`, 'companyA')).toEqual(['Para la empresa', 'De la empresa'])
      expect(await bodies(`tickets/${id}`, 'readerA')).toEqual(['Para la empresa', 'De la empresa'])
      expect(await said(`tickets/${id}`)).toMatchObject([
        { body: 'Interno', of: null },
        { body: 'Para la empresa' },
        { body: 'De la empresa', of: 'Empresa A' },
      ])
      expect((await get(`tickets/${id}/comments`, 'companyB')).status).toBe(404)
      expect((await post(`tickets/${id}/comments`, { body: 'x' }, 'companyB')).status).toBe(404)
      expect((await get(`tickets/${shared}/comments`, 'companyA')).status).toBe(403)
      expect((await get(`tickets/${id}/people`, 'companyA')).body).toMatchObject({ comments: 2 })
      const log = await get('logs', 'companyA', { target: 'tickets', id_target: id })
      expect((log.body.items as JsonObject[]).filter(({ type_log }) => type_log === 'comment')).toHaveLength(2)
    })

    test('are mentioned only in what they read, and learn of nobody of the house who has not spoken to them', async () => {
      const id = await made('tickets', { name: 'Abierta', id_company: at.ids.companies.a })
      const { users } = at.ids
      expect(await post(`tickets/${id}/comments`, { body: 'x', mentions: [users.companyA] })).toMatchObject({
        status: 422,
        body: { errors: { mentions: expect.any(String) } },
      })
      expect((await get(`tickets/${id}/comments/people`, 'companyA', { internal: 0 })).body.items).toEqual([
        { id: users.readerA, name: 'readerA Prueba' },
      ])
      expect(await post(`tickets/${id}/comments`, { body: 'x', mentions: [users.operator] }, 'companyA')).toMatchObject(
        { status: 422 },
      )
      await post(`tickets/${id}/comments`, { body: 'Dígame', internal: 0, mentions: [users.companyA] })
      await expect.poll(() => told('companyA')).toContain('operator Prueba le mencionó en Abierta')
      expect((await get(`tickets/${id}/comments/people`, 'companyA')).body.items).toEqual([
        { id: users.operator, name: 'operator Prueba' },
        { id: users.readerA, name: 'readerA Prueba' },
      ])
      expect(
        await post(`tickets/${id}/comments`, { body: 'Le digo', mentions: [users.operator] }, 'companyA'),
      ).toMatchObject({ status: 200 })
      // An internal comment is told to followers of the house alone.
      const before = (await told('companyA')).length
      await post(`tickets/${id}/comments`, { body: 'Entre nosotros' })
      await post(`tickets/${id}/comments`, { body: 'A todos', internal: 0 }, 'root')
      await expect.poll(async () => (await told('companyA')).length).toBe(before + 1)
      expect((await get(`tickets/${id}/people`, 'companyA')).body.followers).toBe(1)
    })

    test('reach the house with what they write, those who may help, until somebody answers', async () => {
      const id = await made('tickets', { name: 'Queja', id_company: at.ids.companies.a }, 'companyA')
      const heard = async (role: Role) => (await told(role)).filter((title) => title.includes('Queja'))
      await post(`tickets/${id}/comments`, { body: 'El auto no llegó' }, 'companyA')
      await expect.poll(() => heard('operator')).toEqual(['companyA Prueba comentó en Queja'])
      await expect.poll(() => heard('root')).toHaveLength(1)
      await post(`tickets/${id}/comments`, { body: 'Lo vemos', internal: 0 })
      await post(`tickets/${id}/comments`, { body: 'Gracias' }, 'companyA')
      await expect.poll(() => heard('operator')).toHaveLength(2)
      expect(await heard('root')).toHaveLength(1)
      for (const role of ['reader', 'companyB'] as const) expect(await heard(role)).toEqual([])
    })

    test('see open tags of their records, use them as their rights allow, and make none', async () => {
      const id = await made('tickets', { id_company: at.ids.companies.a })
      await post('tickets/retag', { id, add: ['Urgente'] })
      const [tag] = (await get('tickets/tags', 'companyA')).body.items as JsonObject[]
      expect(await get('tickets/tags', 'companyA')).toMatchObject({
        body: { items: [{ name: 'Urgente' }], may_change: false },
      })
      expect((await get(`tickets/${id}`, 'companyA')).body.item).toMatchObject({
        tags: [tag?.id],
        tags__label: ['Urgente'],
        tags__color: [tag?.color],
      })
      expect(await post('tickets/retag', { id, remove: ['Urgente'] }, 'readerA')).toMatchObject({ status: 403 })
      expect(await post('tickets/retag', { id, add: ['Nueva'] }, 'companyA')).toMatchObject({
        status: 422,
        body: { errors: { add: expect.any(String) } },
      })
      expect(await post('tickets/retag', { id, remove: ['Urgente'] }, 'companyA')).toMatchObject({ status: 200 })
      expect(await post('tickets/retag', { id, add: [tag?.id ?? null] }, 'companyA')).toMatchObject({ status: 200 })
      for (const path of ['change', 'merge', 'remove'])
        expect(
          (await post(`tickets/tags/${path}`, { tag: tag?.id ?? null, into: 99, name: 'x' }, 'companyA')).status,
        ).toBe(403)
    })

    test('are described in the API with the calls that they may make, which no key may', async () => {
      const id = await made('jobs')
      const described = async (role: 'operator' | 'companyA') =>
        JSON.parse(
          (await at.request({ method: 'GET', url: '/api/rest/openapi.json', token: await at.tokenFor(role) })).text,
        ) as { paths: { [path: string]: JsonObject } }
      expect((await described('operator')).paths['/jobs/{id}/comments']).toMatchObject({
        servers: [{ url: '/api/admin' }],
        get: { security: [{ session: [] }] },
        post: { requestBody: { required: true } },
      })
      const company = Object.keys((await described('companyA')).paths)
      expect(company.filter((path) => path.startsWith('/jobs/') && /comments|tag|follow|people/.test(path))).toEqual([])
      expect(company).toContain('/tickets/{id}/comments/change')
      const {
        body: { key },
      } = await at.call('operator', 'POST', 'me/createKey', {
        name: 'Programa',
        days: 30,
        modules: [{ id: 'jobs', edit: 1 }],
      })
      const asKey = (method: string, path: string, input?: JsonObject) =>
        at.request({ method, url: `/api/admin/${path}`, token: String(key), payload: input && JSON.stringify(input) })
      expect((await asKey('GET', `jobs/${id}`)).status).toBe(200)
      for (const path of [`jobs/${id}/comments`, `jobs/${id}/people`, 'jobs/tags'])
        expect([path, (await asKey('GET', path)).status]).toEqual([path, 403])
      for (const path of [`jobs/${id}/comments`, `jobs/${id}/follow`, 'jobs/retag', 'jobs/tags/remove'])
        expect([path, (await asKey('POST', path, { id, body: 'x', add: ['x'], tag: 1 })).status]).toEqual([path, 403])
    })

    test('have no comments, followers or tags where the catalogue has none', async () => {
      const id = await made('plain')
      for (const path of [`plain/${id}/comments`, `plain/${id}/people`, 'plain/tags'])
        expect((await get(path, 'root')).status).toBe(404)
      for (const path of [`plain/${id}/comments`, `plain/${id}/follow`, 'plain/retag'])
        expect((await post(path, { body: 'x' }, 'root')).status).toBe(404)
      expect((await sent('readerA', PNG, 'a.png')).status).toBe(200)
      expect((await get('jobs/1/comments/zz', 'root')).status).toBe(404)
      expect(await at.call('root', 'GET', 'jobs/999999/comments')).toMatchObject({ status: 404 })
      expect(await at.call('root', 'POST', 'jobs/nada/comments', { body: 'x' })).toMatchObject({ status: 404 })
    })
  })
})
