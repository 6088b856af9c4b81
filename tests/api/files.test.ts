import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { buildApp } from '../../src/server/boot/app'
import { pruneFiles } from '../../src/server/platform/files/prune-files'
import { oneEngine } from '../engines'
import { fileCalls, HTML, JPEG, PDF, PNG, SVG, THINGS, type FileCalls } from './files-fixture'
import { testApp, type Answer, type TestApp } from './fixture-app'
import { TEST_KEYRING } from '../keyring'

const DAY_MS = 86_400_000
const itemOf = (answer: Answer): JsonObject => {
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.item as JsonObject
}

// Within a suite of its own, whose app is closed before the database is.
oneEngine((_engine, open) => {
  describe('files', () => {
    let at: TestApp
    let files: FileCalls
    let clock_ms = Date.parse('2026-11-21T12:00:00Z')

    beforeAll(async () => {
      at = await testApp({
        open,
        schemas: THINGS,
        resources: { people: { entity: 'users' } },
        now: () => new Date(clock_ms),
      })
      files = fileCalls(at)
    })
    afterAll(() => at?.close())

    /** A thing with a picture that was uploaded and attached. */
    const thing = async (name: string): Promise<JsonObject> => {
      const { body } = await files.upload('root', PNG)
      return itemOf(await files.create('root', { name, pic: body.url ?? null, id_company: at.ids.companies.a }))
    }
    const prune = () => pruneFiles.run({ runtime: at.runtime, signal: new AbortController().signal, log: () => {} })
    const stateOf = async (id: unknown) =>
      (
        await at.database.db
          .selectFrom('files')
          .select('state')
          .where('id', '=', id as number)
          .executeTakeFirst()
      )?.state ?? null
    const idIn = (url: unknown): number => Number(/files\/(\d+)\//.exec(String(url))?.[1])

    describe('a form with files', () => {
      test('writes what the same values write as JSON', async () => {
        const { a, b } = at.ids.companies
        const values = {
          name: '007',
          amount: 12.5,
          places: 3,
          active: true,
          code: '42',
          companies: [a, b],
          place: { lat: -12.05, lng: -77.04 },
          id_company: a,
        }
        const plain = itemOf(await files.create('root', values))
        const parts = Object.entries(values).map(([name, value]) => ({
          name,
          content: typeof value === 'string' ? value : JSON.stringify(value),
        }))
        const mixed = itemOf(
          await files.form('root', 'things/create', [
            ...parts,
            { name: 'pic', content: PNG, filename: 'foto.png' },
            { name: 'paper', content: PDF, filename: 'contrato.pdf' },
          ]),
        )
        const own = ({ id: _id, pic: _pic, paper: _paper, date_created: _c, date_updated: _u, ...rest }: JsonObject) =>
          rest
        expect(own(mixed)).toEqual(own(plain))
        expect(plain.pic).toBeNull()
        const shown = await files.get(mixed.pic)
        expect([shown.status, shown.headers['content-type'], shown.bytes.equals(PNG)]).toEqual([200, 'image/png', true])
        expect((await files.get(mixed.paper)).headers['content-disposition']).toBe(
          'attachment; filename="contrato.pdf"; filename*=UTF-8\'\'contrato.pdf',
        )
        const changed = itemOf(
          await files.form('root', 'things/create', [
            { name: 'id', content: String(mixed.id) },
            { name: 'places', content: '' },
            { name: 'pic', content: '' },
          ]),
        )
        expect(changed).toMatchObject({ places: null, pic: null, name: '007', paper: mixed.paper })
      })

      test('refuses at the field what it does not take, and leaves nothing half done', async () => {
        const before = (await at.call('root', 'GET', 'things')).body.total
        const send = (name: string, content: Uint8Array, filename = 'foto.png') =>
          files.form('root', 'things/create', [
            { name: 'name', content: 'x' },
            { name, content, filename },
          ])
        expect(await send('pic', HTML)).toMatchObject({
          status: 422,
          body: { errors: { pic: expect.stringContaining('no se admite') as unknown } },
        })
        expect((await send('pic', PDF)).status).toBe(422)
        expect((await send('pic', SVG, 'foto.png')).status).toBe(422)
        expect((await send('paper', SVG, 'plano.pdf')).status).toBe(422)
        expect(await send('pic', new Uint8Array())).toMatchObject({
          status: 422,
          body: { errors: { pic: 'El archivo está vacío.' } },
        })
        expect(await send('pic', Buffer.concat([PNG, Buffer.alloc(2048)]))).toMatchObject({
          status: 413,
          body: { code: 'TOO_LARGE', errors: { pic: 'Archivo muy pesado, el límite es de 2 KB.' } },
        })
        expect(await send('extra', Buffer.concat([PNG, Buffer.alloc(10_240 * 1024)]))).toMatchObject({
          status: 413,
          body: { msg: 'Archivo muy pesado, el límite es de 10240 KB.' },
        })
        expect(await send('name', PNG)).toMatchObject({
          status: 422,
          body: { errors: { name: 'Este campo no lleva archivos.' } },
        })
        expect((await send('nothing', PNG)).status).toBe(422)
        expect((await at.call('root', 'GET', 'things')).body.total).toBe(before)
      })

      test('is taken from nobody who may not write', async () => {
        const count = async () =>
          (await sql<{ n: number }>`select count(*)::int as n from files`.execute(at.database.db)).rows[0]?.n
        const before = await count()
        const parts = [
          { name: 'name', content: 'x' },
          { name: 'pic', content: PNG, filename: 'a.png' },
        ]
        expect([
          (await files.form('reader', 'things/create', parts)).status,
          (await files.form(null, 'things/create', parts)).status,
        ]).toEqual([403, 401])
        expect([(await files.upload('reader', PNG)).status, (await files.upload(null, PNG)).status]).toEqual([403, 401])
        expect(await count()).toBe(before)
      })
    })

    describe('an upload', () => {
      test('is held by the record that is saved with its address or its id', async () => {
        const first = await files.upload('root', PNG, '?entity=things&field=pic')
        expect(first.body).toMatchObject({ ok: true, name: 'foto.png', mime: 'image/png', size: PNG.length })
        const byUrl = itemOf(await files.create('root', { name: 'por dirección', pic: first.body.url ?? null }))
        expect(idIn(byUrl.pic)).toBe(first.body.id)
        const byId = itemOf(
          await files.create('root', { name: 'por id', pic: (await files.upload('root', JPEG)).body.id ?? null }),
        )
        expect((await files.get(byId.pic)).bytes.equals(JPEG)).toBe(true)
        const listed = (await at.call('root', 'GET', 'things', { filters: { name: 'por id' } })).body
          .items as unknown as JsonObject[]
        expect(listed[0]?.pic).toBe(byId.pic)
        const rest = await at.request({
          method: 'GET',
          url: `/api/rest/things/${String(byId.id)}`,
          token: await at.tokenFor('root'),
        })
        expect(rest.body.pic).toBe(byId.pic)
      })

      test('is told at once, for the field it is meant for, that it does not fit', async () => {
        expect(await files.upload('root', PDF, '?entity=things&field=pic')).toMatchObject({
          status: 422,
          body: { errors: { pic: expect.any(String) as unknown } },
        })
        expect(await files.upload('root', Buffer.alloc(3000), '?entity=things&field=pic')).toMatchObject({
          status: 413,
          body: {
            msg: 'Archivo muy pesado, el límite es de 2 KB.',
            errors: { pic: 'Archivo muy pesado, el límite es de 2 KB.' },
          },
        })
        expect((await files.upload('root', PNG, '?entity=things&field=name')).status).toBe(400)
        expect((await at.call('root', 'POST', 'files/upload', {})).status).toBe(422)
        const unfit = (await files.upload('root', PDF)).body
        expect(await files.create('root', { name: 'x', pic: unfit.id ?? null })).toMatchObject({
          status: 422,
          body: { errors: { pic: expect.stringContaining('no se admite') as unknown } },
        })
      })

      test('of somebody else, of another record, or of nobody is refused', async () => {
        const foreign = (await files.upload('companyA', PNG)).body
        const own = await thing('dueño')
        for (const pic of [
          foreign.id ?? null,
          foreign.url ?? null,
          own.pic ?? null,
          999_999,
          '/api/files/999999/x.png',
          '/etc/passwd',
          'foto.png',
          true,
          { id: 1 },
        ]) {
          const answer = await files.create('root', { name: 'ladrón', pic })
          expect([pic, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([pic, 422, ['pic']])
        }
        const twice = (await files.upload('root', PNG)).body.id ?? null
        expect((await files.create('root', { name: 'dos', pic: twice, extra: twice })).status).toBe(422)
      })
    })

    describe('the file of a record', () => {
      test('stays when it comes back as it was read, however old the signature', async () => {
        const made = await thing('quieta')
        const unsigned = String(made.pic).split('?')[0] ?? ''
        for (const pic of [made.pic ?? null, `${unsigned}?e=1&s=x`, unsigned, idIn(made.pic)]) {
          expect(itemOf(await files.create('root', { id: made.id ?? null, pic }))).toMatchObject({
            pic: made.pic,
            version: 1,
          })
        }
      })

      test('is replaced, wanted back and removed; the log tells it by name', async () => {
        const made = await thing('cambia')
        const next = (await files.upload('root', JPEG, '', 'nueva.jpg')).body
        const replaced = itemOf(await files.create('root', { id: made.id ?? null, pic: next.url ?? null }))
        expect([idIn(replaced.pic), await stateOf(idIn(made.pic))]).toEqual([next.id, 'replaced'])
        const back = itemOf(await files.create('root', { id: made.id ?? null, pic: made.pic ?? null }))
        expect([back.pic, await stateOf(next.id)]).toEqual([made.pic, 'replaced'])
        expect(itemOf(await files.create('root', { id: made.id ?? null, pic: null })).pic).toBeNull()
        const { rows } = await sql<{
          changes: { pic?: { from_text?: string; to_text?: string } }
        }>`select changes from logs
          where target = 'things' and id_target = ${made.id ?? null} order by id`.execute(at.database.db)
        expect(rows.map(({ changes }) => [changes.pic?.from_text, changes.pic?.to_text])).toEqual([
          [undefined, 'foto.png'],
          ['foto.png', 'nueva.jpg'],
          ['nueva.jpg', 'foto.png'],
          ['foto.png', undefined],
        ])
      })

      test('stands in an exported list by its name, never by its address', async () => {
        await thing('exportada')
        const { text } = await at.call('root', 'GET', 'things', { format: 'csv', filters: { name: 'exportada' } })
        expect(text).toContain('foto.png')
        expect(text).not.toContain('/api/files')
      })

      test('is seen through the record alone: another company is given no address', async () => {
        const made = await thing('de la empresa A')
        const seen = async (role: 'companyA' | 'companyB') =>
          (await at.call(role, 'GET', `things/${String(made.id)}`)).status
        expect([await seen('companyA'), await seen('companyB')]).toEqual([200, 404])
        expect(
          (
            await at.call('companyB', 'POST', 'things/create', {
              name: 'mía',
              id_company: at.ids.companies.b,
              pic: made.pic ?? null,
            })
          ).status,
        ).toBe(422)
        expect((await at.call('root', 'GET', 'files')).status).toBe(404)
      })
    })

    describe('an address', () => {
      test('is the same for a quarter of an hour, opens for an hour more and then no longer', async () => {
        const made = await thing('con hora')
        const again = async () =>
          ((await at.call('root', 'GET', `things/${String(made.id)}`)).body.item as JsonObject).pic
        const begun_ms = clock_ms
        clock_ms += 14 * 60_000
        expect(await again()).toBe(made.pic)
        clock_ms += 60_000
        expect(await again()).not.toBe(made.pic)
        expect((await files.get(made.pic)).status).toBe(200)
        clock_ms = begun_ms + 76 * 60_000
        const late = await files.get(made.pic)
        expect([late.status, late.bytes.toString()]).toEqual([403, expect.stringContaining('venció')])
        clock_ms = begun_ms
      })

      test('that was changed anywhere opens nothing', async () => {
        const [made, other] = [await thing('una'), await thing('otra')]
        const url = new URL(String(made.pic), 'http://x')
        const changed = (name: string, value: string): string => {
          const copy = new URL(url)
          copy.searchParams.set(name, value)
          return copy.pathname + copy.search
        }
        const wrong = [
          changed('e', '99999999999'),
          changed('s', 'x'),
          changed('s', ''),
          url.pathname,
          `${url.pathname}?e=1&s=1`,
          String(made.pic).replace(/files\/\d+/, `files/${idIn(other.pic)}`),
          String(made.pic).replace(/files\/\d+/, 'files/..%2f1'),
        ]
        for (const address of wrong) expect([address, (await files.get(address)).status]).toEqual([address, 403])
        expect(
          (await files.get(String(made.pic).replace('foto.png', '..%2F..%2Fetc%2Fpasswd'))).bytes.equals(PNG),
        ).toBe(true)
      })

      test('hands out nothing that a browser would run', async () => {
        const made = itemOf(
          await files.create('root', {
            name: 'activa',
            extra: (await files.upload('root', HTML, '', 'a.png')).body.id ?? null,
          }),
        )
        const { headers } = await files.get(made.extra)
        expect(headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': expect.stringMatching(/^attachment/) as unknown,
        })
        const drawing = (await files.upload('root', SVG, '', 'a.svg')).body
        expect((await files.get(drawing.url)).headers['content-disposition']).toMatch(/^attachment/)
        const picture = await files.get((await files.upload('root', PNG)).body.url)
        expect(picture.headers).toMatchObject({
          'content-disposition': expect.stringMatching(/^inline/) as unknown,
          'cache-control': expect.stringMatching(/^private, max-age=\d+/) as unknown,
        })
      })

      test('opens on who saves it as what it is, and as no page or program that its name alone promises', async () => {
        const late = Buffer.from(`${'x'.repeat(5000)}<html><script>alert(1)</script>`)
        const zip = Buffer.from('PK\x03\x04 a program', 'latin1')
        for (const [content, given, kept] of [
          [late, 'factura.html', 'factura.html.txt'],
          [Buffer.from('GIF89a/*<html>*/'), 'x.HTM', 'x.HTM.gif'],
          [zip, 'app.jar', 'app.jar.zip'],
          [PDF, 'contrato.exe', 'contrato.exe.pdf'],
          [late, 'notas.txt', 'notas.txt'],
          [PNG, 'plano.pdf', 'plano.pdf'],
        ] as const) {
          const { body } = await files.upload('root', content, '', given)
          expect(body.name).toBe(kept)
          expect((await files.get(body.url)).headers['content-disposition']).toContain(`filename="${kept}"`)
        }
      })

      test('bears any name that a person gives a file, and no path', async () => {
        const names = [
          ['../../etc/passwd', 'passwd'],
          ['C:\\\\fotos\\\\mía.png', 'mía.png'],
          ['..', 'archivo'],
          ['a\tb<>:.png', 'ab.png'],
          ['ñandú 100% #1?.png', 'ñandú 100% #1.png'],
          [`${'x'.repeat(400)}.png`, `${'x'.repeat(120)}.png`],
        ] as const
        for (const [given, kept] of names) {
          const { body } = await files.upload('root', PNG, '', given)
          expect([given, body.name, (await files.get(body.url)).status]).toEqual([given, kept, 200])
        }
      })

      test('is understood by every server of one database', async () => {
        const other = await buildApp({
          keyring: TEST_KEYRING,
          database: at.database,
          metadata: at.metadata,
          words: at.runtime.words,
          features: [],
          now: () => new Date(clock_ms),
          timed: () => false,
        })
        const { url, id } = (await files.upload('root', PNG)).body
        const session = Number(new URL(String(url), 'http://console.test').searchParams.get('u'))
        expect(other.runtime.files.links.url(Number(id), 'foto.png', session)).toBe(url)
        await other.close()
        const told = await at.call('root', 'GET', 'login/verify')
        expect(told.text).not.toContain('files_key')
      })
    })

    test("an address ends with the session that was given it, and nobody makes it another's", async () => {
      const { pic, id } = await thing('de una sesión')
      const open = async () => String((await at.login('root@test.pe')).body.token)
      const addressFor = async (token: string) => {
        const { body } = await at.request({ method: 'GET', url: `/api/admin/things/${String(id)}`, token })
        return String({ ...((body.item ?? body) as JsonObject) }.pic)
      }
      const [one, other] = [await open(), await open()]
      const [ofOne, ofOther] = [await addressFor(one), await addressFor(other)]
      expect([(await files.get(ofOne)).status, (await files.get(ofOther)).status]).toEqual([200, 200])
      await at.request({ method: 'POST', url: '/api/admin/login/logout', token: one })
      expect([
        (await files.get(ofOne)).status,
        (await files.get(ofOther)).status,
        (await files.get(pic)).status,
      ]).toEqual([403, 200, 200])
      const stolen = new URL(ofOne, 'http://console.test')
      stolen.searchParams.set('u', String(new URL(ofOther, 'http://console.test').searchParams.get('u')))
      expect((await files.get(stolen.pathname + stolen.search)).status).toBe(403)
      stolen.searchParams.delete('u')
      expect((await files.get(stolen.pathname + stolen.search)).status).toBe(403)
      await at.database.db.updateTable('users').set({ state: '0' }).where('id', '=', at.ids.users.root).execute()
      expect((await files.get(ofOther)).status).toBe(403)
      await at.database.db.updateTable('users').set({ state: '1' }).where('id', '=', at.ids.users.root).execute()
    })

    test("a person's picture is in their session and in the answer to their log-in", async () => {
      const { companyA } = at.ids.users
      const own = (await files.upload('root', PNG)).body
      const changed = await at.call('root', 'POST', 'people/create', { id: companyA, pic: own.url ?? null })
      expect(changed.status).toBe(200)
      const { body } = await at.login('companya@test.pe')
      expect([idIn(body.pic), (await files.get(body.pic)).status]).toEqual([own.id, 200])
      expect((body.user as { data: JsonObject }).data.pic).toBe(body.pic)
    })

    test('what nothing holds is thrown away after a day, and nothing else', async () => {
      const kept = await thing('conservada')
      const left = (await files.upload('root', PNG)).body
      const changing = await thing('cambiante')
      const late = (await files.upload('root', PNG)).body
      clock_ms += DAY_MS - 60_000
      itemOf(await files.create('root', { id: changing.id ?? null, pic: null }))
      clock_ms += 120_000
      await prune()
      expect([
        await stateOf(idIn(kept.pic)),
        await stateOf(left.id),
        await stateOf(late.id),
        await stateOf(idIn(changing.pic)),
      ]).toEqual(['attached', null, null, 'replaced'])
      clock_ms += DAY_MS
      await prune()
      expect(await stateOf(idIn(changing.pic))).toBeNull()
      const read = itemOf({ ...(await at.call('root', 'GET', `things/${String(kept.id)}`)) })
      expect((await files.get(read.pic)).status).toBe(200)
    })
  })
})
