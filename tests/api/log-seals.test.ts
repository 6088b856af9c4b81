import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { sealLog } from '../../src/server/records/log/log-seal'
import { writeSettings } from '../../src/server/language/settings/write-settings'
import { keyringOf } from '../../src/server/platform/secrets/keyring'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const RESOURCES = { shades: { title: 'Tonos' }, log_seals: { title: 'Sellos', root: true, readOnly: true } }
const SCHEMAS = {
  shades: {
    title: 'Tono',
    type: 'object',
    required: ['name'],
    'x-represent': '{name}',
    properties: { name: { type: 'string', maxLength: 40 } },
  },
}

oneEngine((_engine, open) => {
  describe('the activity log', () => {
    let at: TestApp
    let now = new Date('2026-03-01T12:00:00Z')
    beforeAll(async () => {
      at = await testApp({ open, now: () => now, schemas: SCHEMAS, resources: RESOURCES })
      for (const [day, names] of [
        ['01', ['a', 'b']],
        ['02', ['c']],
        ['04', ['d', 'e', 'f']],
      ] as const) {
        now = new Date(`2026-03-${day}T12:00:00Z`)
        for (const name of names) expect((await at.call('root', 'POST', 'shades/create', { name })).status).toBe(200)
      }
      now = new Date('2026-03-05T02:00:00Z')
    })
    afterAll(() => at?.close())

    const seals = async () =>
      (await at.call('root', 'GET', 'log_seals', { order_col: 'day', limit: 50 })).body[
        'items'
      ] as unknown as readonly (JsonObject & { id: number; day: string })[]
    const check = async () =>
      (await at.call('root', 'POST', 'log_seals/check', { ids: (await seals()).map(({ id }) => id) }))
        .body as unknown as { items: readonly { day: string; outcome: string }[]; msg: string }
    const outcomes = async () =>
      Object.fromEntries((await check()).items.map(({ day, outcome }) => [day.slice(-2), outcome]))
    const intact = { '01': 'intact', '02': 'intact', '03': 'intact', '04': 'intact' }
    const run = (text: string) => sql.raw(text).execute(at.database.db)

    test('is sealed day by day when the day is over, empty days too, each over the one before it', async () => {
      await wakeJob(at.database.db, 'engine.seal_log')
      await expect.poll(async () => (await seals()).length).toBe(4)
      const all = await seals()
      expect(all.map(({ day, lines }) => [day.slice(-2), Number(lines) > 0])).toEqual([
        ['01', true],
        ['02', true],
        ['03', false],
        ['04', true],
      ])
      expect(all.map(({ before }) => before)).toEqual([null, ...all.slice(0, -1).map(({ hash }) => hash)])
      expect(await sealLog(at.database, now)).toEqual([])
      const reply = await check()
      expect(reply.msg).toBe('La actividad de 4 días está intacta.')
      expect(await outcomes()).toEqual(intact)
    })

    test('shows a line that was altered, taken away or added after its day', async () => {
      for (const [day, change, back] of [
        ['01', "update logs set title = 'A' where title = 'a'", "update logs set title = 'a' where title = 'A'"],
        [
          '02',
          "update logs set date_created = date_created + interval '1 second' where title = 'c'",
          "update logs set date_created = date_created - interval '1 second' where title = 'c'",
        ],
        [
          '02',
          "insert into api_keys (name, id_user, prefix, hash, rights, status, date_expires) select 'K', min(id), 'tr_k', 'h', '', 'active', now() from users; update logs set id_key = (select max(id) from api_keys) where title = 'c'",
          "update logs set id_key = null where title = 'c'; delete from api_keys",
        ],
        [
          '03',
          "insert into logs (type_log, title, date_created, date_updated) values ('edit', 'new', '2026-03-03T10:00:00Z', now())",
          "delete from logs where title = 'new'",
        ],
        [
          '04',
          "create table gone as select * from logs where title = 'e'; delete from logs where title = 'e'",
          'insert into logs select * from gone; drop table gone',
        ],
      ] as const) {
        for (const text of change.split('; ')) await run(text)
        expect([day, await outcomes()]).toEqual([day, { ...intact, [day]: 'changed' }])
        for (const text of back.split('; ')) await run(text)
        expect([day, await outcomes()]).toEqual([day, intact])
      }
    })

    test('shows seals that were written anew without the key, and a day that was taken out of the chain', async () => {
      const [first, second] = await seals()
      const forged = keyringOf(['a key that an intruder has made, forty chars']).seal('f'.repeat(64), 'log_seals.proof')
      await run(`create table kept as select * from log_seals`)
      await run(`update log_seals set hash = '${'f'.repeat(64)}', proof = '${forged}' where id = ${first?.id}`)
      expect(await outcomes()).toEqual({ ...intact, '01': 'changed', '02': 'changed' })
      await run(`delete from log_seals where id = ${second?.id}`)
      await run(`update log_seals set hash = kept.hash, proof = kept.proof from kept where kept.id = log_seals.id`)
      expect(await outcomes()).toEqual({ '01': 'intact', '03': 'changed', '04': 'intact' })
      await run(`insert into log_seals select * from kept where id = ${second?.id}`)
      expect(await outcomes()).toEqual(intact)
    })

    test('shows a line that was altered with its seal, by whoever can compute a hash and has no key', async () => {
      const kept = (await seals()).at(-1)
      const [{ proof = null } = {}] = (
        await sql<{ proof: string | null }>`select proof from log_seals where id = ${kept?.id}`.execute(at.database.db)
      ).rows
      await run("update logs set title = 'F' where title = 'f'")
      await run(`delete from log_seals where id = ${kept?.id}`)
      // The hash is right for the line as it is now; the proof is all that an intruder cannot make.
      expect(await sealLog(at.database, now)).toHaveLength(1)
      await sql`update log_seals set proof = ${proof} where day = ${kept?.day}`.execute(at.database.db)
      expect(await outcomes()).toEqual({ ...intact, '04': 'changed' })
    })

    test('knows of days whose lines were deleted for their age, and is checked by nobody but root', async () => {
      await at.database.transaction((tx) => writeSettings(tx, { log_days: 3 }))
      at.runtime.changed('settings')
      await run("delete from logs where date_created < '2026-03-02'")
      expect(await outcomes()).toMatchObject({ '01': 'pruned' })
      for (const role of ['operator', 'companyA'] as const) {
        expect((await at.call(role, 'POST', 'log_seals/check', { ids: [1] })).status).toBe(403)
        expect((await at.call(role, 'GET', 'log_seals')).status).toBe(403)
      }
    })
  })
})
