import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import type { OwnReportPage } from '../../src/model/own-report'
import type { BlockAnswer, TableAnswer } from '../../src/model/report-answer'
import type { StatAnswer } from '../../src/model/stat-answer'
import { wakeJob } from '../../src/server/platform/jobs/wake-job'
import { MAIL_JOB } from '../../src/server/work/mail/queue-mail'
import { mailReports } from '../../src/server/work/own-reports/mail-reports'
import { oneEngine } from '../engines'
import type { RoleName } from './fixture-users'
import { mailServer, type MailServer } from './mail-server'
import { tableOf } from './sheet-tables'
import { RECORD_RESOURCES, recordApp, type RecordApp } from './records-fixture'

const MONDAY = '2026-04-13T12:00:00.000Z'
const DEFINITION: JsonObject = {
  days: 'none',
  blocks: [
    { id: 'all', of: 'parcels', title: 'Paquetes' },
    { id: 'income', of: 'parcels', title: 'Ingresos', sum: 'price', filters: { kind: 'a' } },
    { id: 'margin', of: 'parcels', title: 'Margen', sum: 'margin' },
    { id: 'hidden', of: 'parcels', title: 'Con margen', filters: { margin: { gte: 5 } } },
    { id: 'weeks', of: 'parcels', title: 'Por semana', by: 'due', each: 'week', split: 'kind' },
    {
      id: 'depots',
      of: 'parcels',
      as: 'table',
      by: 'id_depot',
      title: 'Por depósito',
      columns: [
        { count: true },
        { sum: 'price', name: 'amount' },
        { percentile: 50, f: 'price', name: 'usual' },
        { sum: 'margin', name: 'margin' },
      ],
    },
  ],
}

oneEngine((_engine, open) => {
  describe("a report of one's own", () => {
    let at: RecordApp
    let clock_ms = Date.parse('2026-04-08T18:00:00Z')
    const servers: MailServer[] = []
    beforeAll(async () => {
      at = await recordApp(open, {
        resources: { ...RECORD_RESOURCES, mail_outbox: { title: 'Correos', root: true, readOnly: true } },
        now: () => new Date(clock_ms),
      })
      const { a, b } = at.ids.companies
      for (let i = 0; i < 24; i++) {
        await at.make('root', 'parcels', {
          code: `P${i}`,
          title: `Paquete ${i}`,
          kind: i % 3 === 0 ? 'a' : 'b',
          price: i + 0.25,
          margin: i,
          due: `2026-0${2 + (i % 3)}-1${i % 10}`,
          id_depot: [at.depots.a, at.depots.b, null][i % 3] ?? null,
          id_company: [a, b, null][i % 3] ?? null,
        })
      }
    }, 60_000)
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()))
    })
    afterAll(() => at?.close())

    const save = (role: RoleName, input: JsonObject) =>
      at.call(role, 'POST', 'own_reports/save', { name: 'Mi reporte', shared: '1', definition: DEFINITION, ...input })
    const OPEN = (DEFINITION.blocks as JsonObject[])
      .filter(({ id }) => id !== 'margin' && id !== 'hidden')
      .map((block) => ({ ...block, ...(block.columns !== undefined && { columns: [{ count: true }] }) }))
    const saved = async (role: RoleName, input: JsonObject): Promise<number> => {
      const answer = await save(role, {
        ...(role === 'companyA' && { definition: { ...DEFINITION, blocks: OPEN } }),
        ...input,
      })
      expect(answer.status, answer.text).toBe(200)
      return Number(answer.body.id)
    }
    const dashOf = async (
      role: RoleName,
      id: number,
      query: JsonObject = {},
    ): Promise<{ readonly [id: string]: BlockAnswer }> => {
      const answer = await at.call(role, 'GET', `own_reports/${id}`, query)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.dash as unknown as { readonly [id: string]: BlockAnswer }
    }
    const pageOf = async (role: RoleName, id: number): Promise<OwnReportPage> =>
      (await at.call(role, 'GET', `own_reports/${id}/page`)).body as unknown as OwnReportPage
    const rowsOf = async (role: RoleName, filters: JsonObject) =>
      at.items(await at.call(role, 'GET', 'parcels', { filters, limit: 1000 }))
    const errorsOf = ({ body }: { readonly body: JsonObject }): string[] =>
      Object.keys((body.errors ?? {}) as JsonObject)
    const roleOf = async (role: RoleName): Promise<number> =>
      Number(
        (
          await at.database.db
            .selectFrom('users')
            .select('id_role')
            .where('id', '=', at.ids.users[role])
            .executeTakeFirstOrThrow()
        ).id_role,
      )

    test('tells everybody it is shared with what their own lists have, and no more', async () => {
      const id = await saved('root', { name: 'De todos', shared: '3' })
      for (const role of ['root', 'operator', 'reader', 'companyA', 'companyB', 'readerA'] as const) {
        const dash = await dashOf(role, id)
        const isStaff = role === 'root' || role === 'operator' || role === 'reader'
        expect(Object.keys(dash), role).toEqual(
          isStaff ? ['all', 'income', 'margin', 'hidden', 'weeks', 'depots'] : ['all', 'income', 'weeks', 'depots'],
        )
        expect((await pageOf(role, id)).report.blocks.map((block) => block.id)).toEqual(Object.keys(dash))
        for (const [name, answer] of Object.entries(dash)) {
          if (!('count' in answer)) continue
          const rows = await rowsOf(role, (answer as StatAnswer).filters ?? {})
          expect((answer as StatAnswer).count, `${role} ${name}`).toBe(rows.length)
          if (name === 'income')
            expect(Number((answer as StatAnswer).value)).toBe(rows.reduce((sum, row) => sum + Number(row.price), 0))
        }
        for (const row of (dash.depots as TableAnswer).items) {
          const rows = await rowsOf(role, row.filters as JsonObject)
          expect(row).toMatchObject({ count: rows.length })
          expect('margin' in row, role).toBe(isStaff)
          const prices = rows.map(({ price }) => Number(price)).sort((x, y) => x - y)
          expect(Number(row.usual)).toBeCloseTo(
            ((prices[Math.floor((prices.length - 1) / 2)] ?? 0) + (prices[Math.ceil((prices.length - 1) / 2)] ?? 0)) /
              2,
            1,
          )
        }
        expect(JSON.stringify(await pageOf(role, id)).includes('margin'), role).toBe(isStaff)
      }
      expect((await at.call('none', 'GET', `own_reports/${id}`)).status).toBe(403)
      expect((await at.call(null, 'GET', `own_reports/${id}`)).status).toBe(401)
    })

    test('cannot be made of what its author does not see: a hidden field is one that is not there', async () => {
      const one = (block: JsonObject) => ({
        definition: { blocks: [{ id: 'x', of: 'parcels', title: 'X', ...block }] },
      })
      for (const [block, place] of [
        [{ sum: 'margin' }, 'blocks.0.sum'],
        [{ sum: 'no_such' }, 'blocks.0.sum'],
        [{ filters: { margin: { gte: 1 } } }, 'blocks.0.filters.margin'],
        [{ share: { margin: { gte: 1 } } }, 'blocks.0.share.margin'],
        [{ of: 'log_seals' }, 'blocks.0.of'],
        [{ sum: 'stamp' }, 'blocks.0.sum'],
        [{ as: 'table', by: 'id_depot', columns: [{ avg: 'margin' }] }, 'blocks.0.columns.0.avg'],
      ] as const) {
        const answer = await save('companyA', one(block))
        expect(answer.status, JSON.stringify(block)).toBe(422)
        expect(errorsOf(answer)).toContain(place)
      }
      const [hidden, unknown] = await Promise.all([
        save('companyA', one({ sum: 'margin' })),
        save('companyA', one({ sum: 'nothing' })),
      ])
      expect(hidden.text.replaceAll('margin', 'nothing')).toBe(unknown.text)
      expect((await at.call('companyA', 'POST', 'own_reports/preview', one({ sum: 'margin' }))).status).toBe(422)
    })

    test('stays with its owner, their roles, or their company', async () => {
      const own = await saved('companyA', { name: 'Reservado' })
      const [clerk, admin] = [await roleOf('readerA'), await roleOf('companyA')]
      const given = await saved('companyA', { name: 'Para mis empleados', shared: '2', roles: [clerk] })
      const wide = await saved('companyA', { name: 'De la empresa', shared: '3' })
      const listed = async (role: RoleName) =>
        at.items(await at.call(role, 'GET', 'own_reports')).map(({ name }) => name)
      expect(await listed('readerA')).toEqual(expect.arrayContaining(['Para mis empleados', 'De la empresa']))
      expect(await listed('readerA')).not.toContain('Reservado')
      expect((await listed('companyB')).filter((name) => name !== 'De todos')).toEqual([])
      for (const [role, id] of [
        ['readerA', own],
        ['companyB', own],
        ['companyB', given],
        ['companyB', wide],
        ['root', own],
        ['reader', given],
      ] as const) {
        for (const path of [`own_reports/${id}`, `own_reports/${id}/page`])
          expect((await at.call(role, 'GET', path)).status, `${role} ${path}`).toBe(404)
        expect((await at.call(role, 'POST', 'own_reports/keep', { id, mail: true })).status).toBe(404)
        expect((await at.call(role, 'POST', 'own_reports/remove', { id })).status).toBe(404)
        expect((await save(role, { id, name: 'Mío', definition: { ...DEFINITION, blocks: OPEN } })).status).toBe(404)
      }
      // Who may open it may not change it, and nobody shares with the house.
      expect((await at.call('readerA', 'POST', 'own_reports/remove', { id: wide })).status).toBe(404)
      expect(
        errorsOf(
          await save('companyA', {
            name: 'X',
            shared: '2',
            roles: [await roleOf('operator')],
            definition: { ...DEFINITION, blocks: OPEN },
          }),
        ),
      ).toEqual(['roles'])
      expect(
        (await save('readerA', { name: 'X', shared: '3', definition: { ...DEFINITION, blocks: OPEN } })).status,
      ).toBe(403)
      // The house gives to a role of companies, and each counts their own.
      const fromHouse = await saved('root', { name: 'De la casa', shared: '2', roles: [admin] })
      const [a, b] = [await dashOf('companyA', fromHouse), await dashOf('companyB', fromHouse)]
      expect([(a.all as StatAnswer).count, (b.all as StatAnswer).count]).toEqual([
        (await rowsOf('companyA', {})).length,
        (await rowsOf('companyB', {})).length,
      ])
      expect((await at.call('operator', 'GET', `own_reports/${fromHouse}`)).status).toBe(404)
    })

    test('follows the rights of the moment, and says what has gone', async () => {
      const id = await saved('operator', { name: 'Que se pierde', shared: '3' })
      const broken = await saved('root', { name: 'Viejo', shared: '3' })
      await at.database.db
        .updateTable('own_reports')
        .where('id', '=', broken)
        .set({
          definition: JSON.stringify({
            days: 'none',
            blocks: [
              { id: 'all', of: 'parcels', title: 'Quedan' },
              { id: 'x', of: 'gone_things', title: 'Se fue' },
              { id: 'y', of: 'parcels', title: 'Sin campo', sum: 'gone' },
            ],
          }),
        })
        .execute()
      expect(Object.keys(await dashOf('reader', broken))).toEqual(['all'])
      expect((await pageOf('reader', broken)).lost).toEqual([
        { title: 'Se fue', reason: expect.stringContaining('gone_things') as string },
        { title: 'Sin campo', reason: expect.stringContaining('gone') as string },
      ])
      const role = await roleOf('operator')
      const module = async (key: string) =>
        Number(
          (await at.database.db.selectFrom('modules').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id,
        )
      await at.database.db
        .insertInto('role_modules')
        .values({ id_role: role, id_module: await module('parcels'), see: false, edit: false })
        .execute()
      at.runtime.changed('role_modules')
      expect(await dashOf('operator', id)).toEqual({})
      expect((await pageOf('operator', id)).lost.map(({ title }) => title)).toEqual([
        'Paquetes',
        'Ingresos',
        'Margen',
        'Con margen',
        'Por semana',
        'Por depósito',
      ])
      expect((await at.call('operator', 'GET', `own_reports/${id}`, { format: 'xlsx' })).status).toBe(404)
      expect(Object.keys(await dashOf('reader', id))).toHaveLength(6)
      await at.database.db
        .insertInto('role_modules')
        .values({ id_role: role, id_module: await module('own_reports'), see: false, edit: false })
        .execute()
      at.runtime.changed('role_modules')
      expect((await at.call('operator', 'GET', `own_reports/${id}`)).status).toBe(403)
      await at.database.db.deleteFrom('role_modules').where('id_role', '=', role).execute()
      at.runtime.changed('role_modules')
    })

    test('is refused with a sentence at the place, never with a failure of ours', async () => {
      const blocks = Array.from({ length: 13 }, (_, i) => ({ id: `b${i}`, of: 'parcels', title: 'X' }))
      for (const [definition, place] of [
        [{}, 'blocks'],
        [{ blocks: [] }, 'blocks'],
        [{ blocks: 5 }, 'blocks'],
        [{ blocks }, 'blocks'],
        [{ blocks: [null] }, 'blocks.0'],
        [{ blocks: [{ id: 'x', of: 'parcels' }] }, 'blocks.0'],
        [{ blocks: [{ id: 'x', of: 'parcels', title: 'X', as: 'rows' }] }, 'blocks.0.as'],
        [{ blocks: [{ id: 'x', of: 'parcels', title: 'X', by: 'due' }] }, 'blocks.0.by'],
        [{ blocks: [{ id: 'x', of: '__proto__', title: 'X' }] }, 'blocks.0.of'],
        [{ days: { last: 9999 }, blocks: [blocks[0]] }, 'days.last'],
        [{ home: {}, blocks: [blocks[0]] }, 'home'],
        [{ blocks: [blocks[0], blocks[0]] }, 'blocks.1.id'],
        [{ blocks: [{ ...blocks[0], to: 'dashboard' }] }, 'blocks.0.to'],
      ] as unknown as readonly (readonly [JsonObject, string])[]) {
        const answer = await save('root', { definition })
        expect(answer.status, JSON.stringify(definition)).toBe(422)
        expect(errorsOf(answer), JSON.stringify(definition).slice(0, 90)).toContain(place)
        expect(JSON.stringify(answer.body.errors)).not.toMatch(/validation\.|%\{/)
      }
      expect(errorsOf(await save('root', { name: ' ' }))).toEqual(['name'])
      const id = await saved('root', { name: 'Único' })
      expect(errorsOf(await save('root', { name: 'unico' }))).toEqual(['name'])
      expect((await save('root', { id, version: 1, name: 'Único dos' })).status).toBe(200)
      expect((await save('root', { id, version: 1, name: 'Único tres' })).status).toBe(409)
      expect((await at.call('root', 'GET', 'own_reports/999999')).status).toBe(404)
      expect((await at.call('root', 'GET', 'own_reports/x')).status).toBe(404)
      expect((await at.call('root', 'POST', 'own_reports/remove', { id })).status).toBe(200)
      expect((await at.call('root', 'GET', `own_reports/${id}/page`)).status).toBe(404)
    })

    test('has a preview that is the page it becomes, and goes out as a file', async () => {
      const preview = await at.call('companyA', 'POST', 'own_reports/preview', {
        definition: { ...DEFINITION, blocks: OPEN },
      })
      expect(preview.status, preview.text).toBe(200)
      const id = Number(
        at.items(await at.call('companyA', 'GET', 'own_reports')).find(({ name }) => name === 'De todos')?.id,
      )
      const { all } = (preview.body.answer as JsonObject).dash as JsonObject
      expect(all).toEqual(JSON.parse(JSON.stringify((await dashOf('companyA', id)).all)))
      const csv = await at.call('companyA', 'GET', `own_reports/${id}`, { format: 'csv' })
      expect(csv.text).toContain(`Paquetes,${(await rowsOf('companyA', {})).length}`)
      expect(csv.text).not.toContain('Margen')
      for (const format of ['xlsx', 'pdf', 'html'])
        expect((await at.call('reader', 'GET', `own_reports/${id}`, { format })).status).toBe(200)
      expect((await at.call('reader', 'GET', `own_reports/${id}`, { format: 'exe' })).status).toBe(400)
    })

    test("comes by mail every Monday at seven of its reader's clock, once, with the numbers of the reader", async () => {
      const smtp = await mailServer()
      servers.push(smtp)
      expect(
        (
          await at.call('root', 'POST', 'settings/mailSave', {
            mail_sender: 'Toolrides <no-reply@test.pe>',
            mail_host: `127.0.0.1:${smtp.port}`,
          })
        ).status,
      ).toBe(200)
      const id = await saved('root', { name: 'Semanal', shared: '3' })
      for (const role of ['companyA', 'reader'] as const)
        expect((await at.call(role, 'POST', 'own_reports/keep', { id, mail: true, home: true })).status).toBe(200)
      expect((await pageOf('companyA', id)).item.kept).toEqual({ home: true, mail: true, weekday: 1, hour: 7 })
      const due = async () =>
        (
          await at.database.db
            .selectFrom('own_report_readers')
            .select(({ ref }) => ref('date_next').as('next'))
            .where('id_own_report', '=', id)
            .execute()
        ).map(({ next }) => new Date(String(next)).toISOString())
      expect(await due()).toEqual([MONDAY, MONDAY])
      const context = { runtime: at.runtime, signal: new AbortController().signal, log: () => {} }
      const mails = async () => at.items(await at.call('root', 'GET', 'mail_outbox', { limit: 100 }))
      await mailReports.run(context)
      expect(await mails()).toHaveLength(0)
      clock_ms = Date.parse('2026-04-13T12:00:01Z')
      // Three servers at once, and once more after one has died.
      await Promise.all([mailReports.run(context), mailReports.run(context), mailReports.run(context)])
      await mailReports.run(context)
      await wakeJob(at.database.db, MAIL_JOB)
      const [toA, toReader] = [await smtp.mailTo('companya@test.pe'), await smtp.mailTo('reader@test.pe')]
      expect(await mails()).toHaveLength(2)
      expect(new Set(await due())).toEqual(new Set(['2026-04-20T12:00:00.000Z']))
      for (const mail of [toA, toReader])
        expect(mail.raw).toMatch(/Semanal 2026-04-13\.pdf[\s\S]*Semanal 2026-04-13\.xlsx/)
      // What is in the sheet is what the reader's own file has.
      expect(await bookOf(toA.raw)).not.toContain('Margen')
      expect(await bookOf(toReader.raw)).toContain('Margen')
      // A share that ends while a mail waits sends nothing, and says why; from then on there is none.
      await at.call('root', 'POST', 'settings/mailSave', { mail_sender: 'Toolrides <no-reply@test.pe>', mail_host: '' })
      clock_ms = Date.parse('2026-04-20T12:00:01Z')
      await mailReports.run(context)
      expect(await mails()).toHaveLength(4)
      await at.database.db.updateTable('own_reports').set({ shared: '1' }).where('id', '=', id).execute()
      await at.call('root', 'POST', 'settings/mailSave', {
        mail_sender: 'Toolrides <no-reply@test.pe>',
        mail_host: `127.0.0.1:${smtp.port}`,
      })
      await expect
        .poll(async () => (await mails()).filter(({ reason }) => String(reason).includes('ya no puede abrir')).length, {
          interval: 30,
        })
        .toBe(2)
      expect(smtp.mails).toHaveLength(2)
      clock_ms = Date.parse('2026-05-04T12:00:01Z')
      await mailReports.run(context)
      expect(await mails()).toHaveLength(4)
    })
  })
})

/** The rows of the first sheet in a mail. */
async function bookOf(raw: string): Promise<string> {
  const [, encoded = ''] = /filename="?[^"\n]*\.xlsx"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(raw) ?? []
  const { rows } = await tableOf(Buffer.from(encoded.replace(/\s/g, ''), 'base64'), { name: 'x.xlsx' })
  return JSON.stringify(rows)
}
