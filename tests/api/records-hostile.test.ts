import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { inThisRun, OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import { recordApp, type RecordApp } from './records-fixture'

const others = stringsOfOthers('lines of attack by others in every place of a list call')

/** They aim at this server's own seams. */
const PAYLOADS = [
  "' or 1=1 --",
  '1; drop table parcels',
  "title'",
  '"title"',
  'title" desc; select 1 --',
  't.title',
  'title,id',
  '(select 1)',
  'id) or (1=1',
  '$1',
  '%',
  '_',
  '\\',
  '\u0000',
  '\ud800',
  '{"$ne":null}',
  '{"eq":{"eq":1}}',
  '[[1]]',
  '{"in":"x"}',
  '{"isNull":"perhaps"}',
  '{"contains":[1]}',
  '{"gte":{}}',
  '{"__proto__":1}',
  '9'.repeat(400),
  '1e400',
  '-0',
  'NaN',
  'x'.repeat(3000),
  'true',
  'null',
]

oneEngine((_engine, open) => {
  describe('hostile input', () => {
    let at: RecordApp
    let token: string
    beforeAll(async () => {
      at = await recordApp(open)
      await at.make('root', 'parcels', { code: 'X1', title: 'Caja', pieces: 1 })
      token = await at.tokenFor('operator')
    })
    const dump = () =>
      sql`select (select count(*)::int from parcels) as parcels, (select count(*)::int from logs) as logs,
        (select count(*)::int from users) as users`
        .execute(at.database.db)
        .then(({ rows }) => rows)
    const get = (path: string, query: { [key: string]: string }) =>
      at.request({ method: 'GET', token, url: `/api/${path}?${new URLSearchParams(query)}` })

    const isHarmless = async (payloads: readonly string[]): Promise<void> => {
      const before = await dump()
      for (const payload of payloads) {
        const places: { [key: string]: string }[] = [
          { q: payload },
          { filters: payload },
          { filters: JSON.stringify({ title: payload }) },
          { filters: JSON.stringify({ pieces: payload }) },
          { filters: JSON.stringify({ id_depot: [payload] }) },
          { filters: JSON.stringify({ [payload]: 1 }) },
          { filters: JSON.stringify({ title: { [payload]: 1 } }) },
          { order_col: payload },
          { order_dir: payload },
          { after: payload },
          {
            order_col: 'title',
            after: Buffer.from(JSON.stringify(['title', 'asc', payload, 1])).toString('base64url'),
          },
          {
            order_col: 'pieces',
            after: Buffer.from(JSON.stringify(['pieces', 'asc', payload, 1])).toString('base64url'),
          },
          { limit: payload },
          { page: payload },
          { date_from: payload },
          { format: payload },
          { format: 'csv', columns: payload },
          { lookup: '1', q: payload },
          { [payload.slice(0, 60)]: '1' },
          { arrived: payload },
          { due: payload },
          { urgent: payload },
          { phone: payload },
          { kind: payload },
          { weight: payload },
        ]
        for (const query of places) {
          const { status, text } = await get('admin/parcels', query)
          expect([200, 400], `${JSON.stringify(query)} → ${text.slice(0, 200)}`).toContain(status)
        }
        for (const key of ['filter', 'sort', 'range'])
          expect([200, 400]).toContain((await get('rest/parcels', { [key]: payload })).status)
        for (const key of ['target', 'id_target', 'id_user'])
          expect([400, 403, 404]).toContain((await get('admin/logs', { [key]: payload })).status)
        for (const path of ['parcels', 'parcels/form', 'rest']) {
          expect([400, 403, 404, 405]).toContain(
            (
              await at.request({
                method: 'GET',
                token,
                url: `/api/admin/${path}/${encodeURIComponent(Buffer.from(payload).toString())}`,
              })
            ).status,
          )
        }
      }
      expect(await dump()).toEqual(before)
    }
    test('in any place of a list call is harmless, and answered', () => isHarmless([...PAYLOADS, ...OWN.sql]))
    test.skipIf(others.sql.length === 0)('of others, in any place of a list call, is harmless too', () =>
      isHarmless(inThisRun([...others.sql, ...others.markup])),
    )

    test('in any body is refused or stored as it is', async () => {
      const bodies = [
        'null',
        '[]',
        '"x"',
        '1',
        '{"id":{"a":1}}',
        '{"title":{"a":1},"code":["x"]}',
        '{"title":["x"],"code":"Y"}',
        '{"__proto__":{"title":"x"},"code":"Y"}',
        '{"constructor":{"x":1}}',
        '{"code":"Y","title":"\\u0000"}',
        '{"code":"Y","title":"\\ud800"}',
        '{"code":"Y","title":"x","pieces":1e400}',
        '{"code":"Y","title":"x","pieces":99999999999999999999}',
        '{"code":"Y","title":"x","weight":"1e9"}',
        '{"code":"Y","title":"x","id_depot":1e18}',
        '{"code":"Y","title":"x","spot":[1,2]}',
        '{"code":"Y","title":"x","spot":{"lat":"1","lng":"2","x":1}}',
        '{"code":"Y","title":"x","version":"one"}',
        '{"items":{"a":1}}',
        '{"ids":{}}',
        '{"ids":[[1]]}',
        '{"ids":[]}',
        `{"ids":[${'1,'.repeat(2000)}1]}`,
        '{bad',
        '',
      ]
      for (const payload of bodies) {
        for (const verb of ['form', 'create', 'remove', 'enable', 'resort']) {
          const answer = await at.request({ method: 'POST', url: `/api/admin/parcels/${verb}`, token, payload })
          expect(answer.status, `${verb} ${payload.slice(0, 80)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500)
          expect(typeof answer.body.ok).toBe('boolean')
        }
        expect((await at.request({ method: 'PUT', url: '/api/rest/parcels/1', token, payload })).status).toBeLessThan(
          500,
        )
      }
      expect((await at.call('root', 'GET', 'parcels')).status).toBe(200)
      expect(({} as { title?: unknown }).title).toBeUndefined()
    })

    test('nested deep or very large is refused', async () => {
      const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
      expect((await get('admin/parcels', { filters: deep.slice(0, 15_000) })).status).toBeLessThan(500)
      expect(
        (await at.request({ method: 'POST', url: '/api/admin/parcels/create', token, payload: deep })).status,
      ).toBeLessThan(500)
      expect(
        await at.request({
          method: 'POST',
          url: '/api/admin/parcels/create',
          token,
          payload: JSON.stringify({ title: 'x'.repeat(5_000_000) }),
        }),
      ).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } })
    })
  })
})
