import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/model/errors'
import type { JsonObject } from '../../src/model/json'
import { inOneWrite, inSavepoint } from '../../src/server/records/write/open-write'
import { recordContext } from '../../src/server/records/record-context'
import { logWrite } from '../../src/server/records/log/log-write'
import { oneEngine } from '../engines'
import { recordApp, type RecordApp } from './records-fixture'
import { rootActor } from './root-actor'

oneEngine((_engine, open) => {
  describe('a row behind a savepoint', () => {
    test('takes its lines of the log and its news for the outside world with it when it falls', async () => {
      const at = await recordApp(open)
      const actor = rootActor(at.ids.users.root)
      const context = await recordContext(at.runtime, actor, 'parcels')
      const told: string[] = []
      const row = (name: string, error?: Error) => async (write: Parameters<Parameters<typeof inOneWrite>[1]>[0]) =>
        inSavepoint(write, async () => {
          await logWrite(context, write, { type_log: 'edit', id_target: 1, title: name, changes: null, note: null })
          write.afterCommit.push(async () => {
            told.push(name)
          })
          if (error) throw error
        })
      const results = await inOneWrite(context, async (write) => [
        await row('uno')(write),
        await row('dos', new AppError('IN_USE'))(write),
        await row('tres')(write),
      ])
      expect(results.map((one) => one?.code)).toEqual([undefined, 'IN_USE', undefined])
      expect(told).toEqual(['uno', 'tres'])
      const logs = await at.database.db
        .selectFrom('logs')
        .select('title')
        .where('type_log', '=', 'edit')
        .orderBy('id')
        .execute()
      expect(logs.map(({ title }) => title)).toEqual(['uno', 'tres'])
      await expect(inOneWrite(context, row('cuatro', new TypeError('an error of the program')))).rejects.toThrow(
        'an error of the program',
      )
      expect(told).toHaveLength(2)
    })
  })

  describe('hooks', () => {
    test('stand in their order, in one transaction, with the outside world after it', async () => {
      const told: string[] = []
      const hooks = {
        entity: 'parcels',
        beforeSave: async (_context: unknown, data: JsonObject) => {
          told.push('beforeSave')
          return { ...data, counted: 7, ...(data.title === 'inválido' ? { price: -5 } : {}) }
        },
        afterSave: async (
          { tx }: { tx: Parameters<Parameters<RecordApp['database']['transaction']>[0]>[0] },
          record: JsonObject,
        ) => {
          const logs = await tx
            .selectFrom('logs')
            .select('type_log')
            .where('target', '=', 'parcels')
            .where('id_target', '=', record.id as number)
            .execute()
          told.push(`afterSave ${logs.map(({ type_log }) => String(type_log)).join()}`)
          if (record.title === 'revés') throw new Error('no')
        },
        afterCommit: async (record: JsonObject) => {
          told.push(`afterCommit ${String(record.code)}`)
        },
        present: async (_db: unknown, records: readonly JsonObject[]) => {
          told.push(`present ${records.length}`)
          return records.map((record) => ({ ...record, shout: String(record.title).toUpperCase() }))
        },
      }
      const at = await recordApp(open, { features: [{ name: 'hooks', needs: {}, hooks: [hooks] }] })
      const made = await at.make('root', 'parcels', { code: 'H1', title: 'caja' })
      expect(made).toMatchObject({ counted: 7, shout: 'CAJA' })
      expect(told).toEqual(['beforeSave', 'afterSave create', 'afterCommit H1', 'present 1'])
      expect((await at.call('root', 'POST', 'parcels/create', { ...made, pieces: 1 })).status).toBe(200)
      expect(
        (await at.call('root', 'POST', 'parcels/create', { code: 'H2', title: 'inválido' })).body.errors,
      ).toHaveProperty('price')
      expect((await at.call('root', 'POST', 'parcels/create', { code: 'H3', title: 'revés' })).status).toBe(500)
      const { body } = await at.call('root', 'GET', 'parcels')
      expect(body.total).toBe(1)
      expect(told.filter((one) => one.startsWith('afterCommit'))).toHaveLength(2)
    })
  })
})
