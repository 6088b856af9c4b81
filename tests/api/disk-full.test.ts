import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const resources = { shades: { title: 'Tonos', form: { rows: [['name', 'code']] } } }

oneEngine((_engine, open) => {
  let at: TestApp
  let clock_ms = Date.parse('2026-11-21T05:00:00Z')
  beforeAll(async () => {
    at = await testApp({ open, resources, now: () => new Date(clock_ms) })
  })
  afterAll(() => at?.close())

  /** From now on no table takes a row any more, as on a disk that is full; or all do again. */
  async function full(is: boolean): Promise<void> {
    const { db } = at.database
    await sql`create or replace function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(
      db,
    )
    for (const table of ['sessions', 'shades', 'logs', 'login_attempts', 'users']) {
      await (is
        ? sql`create trigger no_room before insert or update on ${sql.table(table)} execute function no_room()`
        : sql`drop trigger no_room on ${sql.table(table)}`
      ).execute(db)
    }
  }

  test('a database without room for a row tells it, loses nothing, is read on, and goes on when there is room', async () => {
    await at.call('operator', 'POST', 'shades/create', { name: 'Antes', code: '#111111' })
    await full(true)
    try {
      // Past the minutes after which a request is noted in its session.
      clock_ms += 6 * 60_000
      for (let nth = 0; nth < 3; nth++) expect((await at.call('operator', 'GET', 'shades')).status).toBe(200)
      const refused = await at.call('operator', 'POST', 'shades/create', { name: 'Lleno', code: '#222222' })
      expect([refused.status, refused.body]).toMatchObject([
        507,
        { ok: false, code: 'STORAGE_FULL', msg: expect.stringMatching(/espacio/) as string },
      ])
      expect((await at.login('operator@test.pe')).status).toBe(507)
    } finally {
      await full(false)
    }
    expect((await at.call('operator', 'POST', 'shades/create', { name: 'Después', code: '#333333' })).status).toBe(200)
    const names = ((await at.call('operator', 'GET', 'shades')).body['items'] as { readonly name: string }[])
      .map(({ name }) => name)
      .sort()
    expect(names).toEqual(['Antes', 'Después'])
    expect((await at.login('operator@test.pe')).status).toBe(200)
  })
})
