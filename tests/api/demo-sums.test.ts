import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../custom/demo/server/demo-accounts'
import type { LogItem } from '../../src/client/resource/log/log-call'
import type { Json, JsonObject } from '../../src/model/json'
import { isCounted, withOptions, type CountedBlock, type ReportOption } from '../../src/model/report'
import type { BlockAnswer, TableAnswer } from '../../src/model/report-answer'
import type { Stat } from '../../src/model/stat'
import type { StatAnswer, StatPart } from '../../src/model/stat-answer'
import { oneEngine } from '../engines'
import { multipart } from '../multipart'
import { missingReaders, pdfPages } from '../readers'
import { tableOf } from './sheet-tables'
import { hasTitle } from '../../src/server/records/record-title'
import { demoSums, sumOf, type Added, type DemoSums } from './demo-sums-fixture'

interface Told {
  readonly where: string
  readonly value: Json
  readonly count: number
  readonly lacking: number
}

const SINCE = '2020-01-01'
const noReaders = missingReaders(['pdftotext'], (line) => console.log(line))
if (noReaders) console.log(`skipped: sums read back from pdf: ${noReaders}`)

// Every amount of the demo, for everybody whom the demo has: it is what the rows of their own list add up to, wherever
// it is told.
oneEngine((_engine, open) => {
  let demo: DemoSums
  const folder = mkdtempSync(join(tmpdir(), 'sums-'))
  beforeAll(async () => {
    demo = await demoSums(open, folder)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  test('no file of the demo has a word that only programs read', async () => {
    // Names that people give for programs, definitions and answers of other systems, which are kept as they are; the
    // operators are this suite's own.
    const given = new RegExp(
      `^(?:${[
        'api_keys',
        'app_',
        'bot_',
        'businesses',
        'canned_',
        'chat_',
        'deliveries',
        'expenses',
        'fields',
        'form_',
        'legals',
        'map_key_errors',
        'modules',
        'operators',
        'phone_systems',
        'roles',
        'sessions',
        'sign_ins',
        'type_faqs',
        'webhooks',
      ].join('|')})`,
    )
    const raw: string[] = []
    for (const { name, endpoint, singleton } of Object.values(demo.at.model.resources)) {
      if (singleton || given.test(name)) continue
      const { status, bytes } = await demo.get('root@demo.test', endpoint, { format: 'csv', columns: '*' })
      if (status !== 200) continue
      const { columns, rows } = await tableOf(bytes, { name: `${name}.csv` })
      for (const [, ...cells] of rows) {
        cells.forEach((cell, at) => {
          const isRaw = /^(?:[a-z]{3,}(?:_[a-z]+)*|[[{]".*)$/.test(String(cell))
          if (isRaw) raw.push(`${name} · ${columns[at] ?? ''}: ${cell}`)
        })
      }
    }
    expect([...new Set(raw)]).toEqual([])
  })

  test('no line of the demo’s activity tells a record that has a name by its number', async () => {
    const { entities, resources } = demo.at.model
    const bare = new Set<string>()
    let before: number | undefined
    for (let more = true; more; ) {
      const page = await demo.get('root@demo.test', 'logs', { limit: 1000, ...(before !== undefined && { before }) })
      const lines = page.body['items'] as unknown as readonly LogItem[]
      for (const {
        targets: [target],
        changes,
      } of lines) {
        const resource = resources[target?.link?.split('/')[1] ?? '']
        const entity = entities[resource?.entity ?? '']
        const name = target?.name ?? ''
        if (/^#\d+$/.test(name) || (entity && hasTitle(entity) && /^\d+$/.test(name)))
          bare.add(`${target?.type} ${name}`)
        for (const { label, from, to } of changes)
          if ([from, to].some((text) => /^#\d+$/.test(text ?? ''))) bare.add(`${label} ${to}`)
      }
      before = lines.at(-1)?.id
      more = lines.length === 1000
    }
    expect([...bare]).toEqual([])
  })

  describe.each(DEMO_ACCOUNTS.map(({ email }) => email))('%s', (email) => {
    const same = async (
      what: string,
      of: string,
      filters: Json | undefined,
      f: string,
      told: { readonly value: Json; readonly count?: number; readonly lacking?: number },
    ): Promise<void> => {
      if (!filters) return
      const { value, count, lacking } = await demo.added(email, of, filters as JsonObject, f)
      expect([what, filters, told.value, told.count ?? count, told.lacking ?? 0]).toEqual([
        what,
        filters,
        value,
        count,
        lacking,
      ])
    }
    const stat = async (what: string, of: string, { measure }: Stat, answer: StatAnswer): Promise<void> => {
      if (measure.what !== 'sum' || measure.until !== undefined) return
      const parts = (answer.parts ?? []).flatMap((part): readonly Omit<StatPart, 'split'>[] => part.split ?? [part])
      for (const one of [answer, ...some(parts), ...(answer.others ? [answer.others] : [])])
        await same(what, of, one.filters, measure.f, one)
    }
    const table = async (
      what: string,
      block: CountedBlock & { kind: 'table' },
      chosen: readonly ReportOption[],
      { items, totals, lacking, filters }: TableAnswer,
    ): Promise<void> => {
      for (const column of block.columns) {
        if (column.kind !== 'number') continue
        const { measure, filters: counted } = withOptions(column.stat, chosen)
        if (measure.what !== 'sum' || measure.until !== undefined) continue
        for (const item of some(items)) {
          const of =
            ((item['parts'] ?? {}) as JsonObject)[column.name] ??
            (Object.keys(counted).length === 0 ? item['filters'] : null)
          await same(`${what} ${column.name}`, block.of, of, measure.f, {
            value: item[column.name] ?? null,
            lacking: Number((item['lacking'] as JsonObject | undefined)?.[column.name] ?? 0),
          })
        }
        await same(`${what} ${column.name}`, block.of, filters && { ...filters, ...counted }, measure.f, {
          value: totals[column.name] ?? null,
          lacking: lacking?.[column.name],
        })
      }
    }

    test('reads no sum in a report that is not their list’s', async () => {
      for (const report of Object.values(demo.at.model.reports)) {
        for (const chosen of [[], ...report.options.map((option) => [option])]) {
          const { status, body } = await demo.get(email, report.path, {
            ...(report.days.kind === 'range' && { date_from: SINCE }),
            ...Object.fromEntries(chosen.map(({ id }) => [id, 1])),
          })
          if (status === 403) continue
          const dash = body['dash'] as unknown as { readonly [id: string]: BlockAnswer }
          for (const block of report.blocks.filter(isCounted)) {
            const answer = dash[block.id]
            const what = `${report.name} ${block.id}`
            if (answer && block.kind === 'stat')
              await stat(what, block.of, withOptions(block.stat, chosen), answer as StatAnswer)
            if (answer && block.kind === 'table') await table(what, block, chosen, answer as TableAnswer)
          }
        }
      }
    })

    test('reads no sum above a list or on a board that its rows do not add up to', async () => {
      for (const { name, endpoint, stats, list } of Object.values(demo.at.model.resources)) {
        if (await demo.get(email, endpoint, { limit: 1 }).then(({ status }) => status !== 200)) continue
        if (stats.some(({ measure }) => measure.what === 'sum')) {
          const { body } = await demo.get(email, `${endpoint}/stats`, { date_from: SINCE })
          for (const answer of body['items'] as unknown as readonly StatAnswer[]) {
            const of = stats.find(({ id }) => id === answer.id)
            if (of) await stat(`${name} ${answer.id}`, name, of, answer)
          }
        }
        const board = list.layouts.find((layout) => layout.kind === 'board')
        if (board?.kind !== 'board' || !board.sum) continue
        const { body } = await demo.get(email, `${endpoint}/board`)
        for (const { value, sum } of body['columns'] as unknown as readonly { value: Json; sum: Json }[]) {
          const mine = ((await demo.rows(email, name)) ?? []).filter((row) => row[String(body['by'])] === value)
          expect([name, value, sum]).toEqual([
            name,
            value,
            mine.length === 0 ? null : sumOf(mine.map((row) => row[board.sum ?? ''])),
          ])
        }
      }
    })
    test('reads the same amount of the same services on every screen and in every file', async () => {
      if (((await demo.rows(email, 'services', { date_from: SINCE })) ?? []).length === 0) return
      const { from, to, finalized: month } = await summarized('month')
      const ever = (await summarized('all')).finalized
      for (const [days, told] of [
        [{ date_from: SINCE }, ever],
        [{ date_from: from, date_to: to }, month],
      ] as const) {
        const done = await demo.added(email, 'services', { ...days, state: 'finalized' }, 'price_total')
        const screens = [
          ...(await figures(days)),
          { where: 'summary', value: told.amount, count: told.count, lacking: told.lacking ?? 0 },
        ]
        expect(screens).toEqual(screens.map(({ where }) => ({ where, ...done })))
      }
      const days = { date_from: from, date_to: to }
      const { value, ...done } = await demo.added(email, 'services', { ...days, state: 'finalized' }, 'price_total')
      for (const format of ['csv', 'xlsx', 'html', ...(noReaders ? [] : ['pdf' as const])] as const)
        expect([format, await inFile(format, days)]).toEqual([format, { value: value ?? 0, ...done }])
    })

    test('reads on every paper what the list says', async () => {
      for (const [of, print, f, filters, label] of PAPERS) {
        const { value, count, lacking } = await demo.added(email, of, filters, f)
        if (count === 0) continue
        const { text } = await demo.get(email, `${of}/print`, {
          print,
          export: 'html',
          ...(of === 'services' && { date_from: SINCE }),
        })
        const papers = text.split('<article').slice(1)
        const totals = papers.map(
          (paper) => /<div class="totals">.*<dd>([^<]*)<\/dd><\/div><\/dl><\/div>/.exec(paper)?.[1],
        )
        expect([
          of,
          papers.length,
          totals.filter((one) => one === undefined).length,
          sumOf(totals.map(amountOf)),
        ]).toEqual([of, count, lacking, value])
        if (noReaders) continue
        // Of a few: a page of a pdf costs as much as a hundred rows of a list.
        const few = ((await demo.rows(email, of, filters)) ?? [])
          .filter((row) => typeof row[f] === 'number')
          .slice(0, 6)
        const { bytes } = await demo.get(email, `${of}/print`, {
          print,
          export: 'pdf',
          ids: few.map(({ id }) => Number(id)),
        })
        const total = new RegExp(`^ *${label} +(-?S/\\s[\\d,.]+) *$`, 'gm')
        const printed = [...pdfPages(bytes).join('\n').matchAll(total)].map(([, amount]) => amountOf(amount))
        expect([of, 'pdf', printed.toSorted((a, b) => a - b)]).toEqual([
          of,
          'pdf',
          few.map((row) => Number(row[f])).toSorted((a, b) => a - b),
        ])
      }
    })

    test('reads lines that add up to the total of every service that is over, wherever it reads them', async () => {
      const over = ((await demo.rows(email, 'services', { date_from: SINCE, state: 'finalized' })) ?? []).filter(
        ({ price_total }) => typeof price_total === 'number',
      )
      if (over.length === 0) return
      const { text } = await demo.get(email, 'services/print', { print: 'receipt', export: 'html', date_from: SINCE })
      const papers = text
        .split('<div class="totals">')
        .slice(1)
        .map((paper) =>
          [...(paper.split('</dl>')[0] ?? '').matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, amount]) => amountOf(amount)),
        )
      expect(papers.length).toBe(over.length)
      expect(papers.map((lines) => [sumOf(lines.slice(0, -1)), lines.at(-1)])).toEqual(
        papers.map((lines) => [lines.at(-1), lines.at(-1)]),
      )
      for (const { id, price_total } of [
        ...some(over),
        ...over.filter((ride) => demo.old.includes(Number(ride['id']))),
      ]) {
        const { body } = await demo.get(email, `services/${String(id)}/history`)
        const { service, fare } = body as unknown as {
          readonly service: JsonObject
          readonly fare: { readonly lines: readonly JsonObject[]; readonly total: number; readonly exponent: number }
        }
        expect([id, sumOf([...PARTS.map((name) => service[name]), -Number(service['price_promo'])])]).toEqual([
          id,
          price_total,
        ])
        expect([id, sumOf(fare.lines.map(({ amount }) => amount)), fare.total]).toEqual([
          id,
          fare.total,
          Math.round(Number(price_total) * 10 ** fare.exponent),
        ])
      }
    })

    interface Counted {
      readonly count: number
      readonly amount: Json
      readonly lacking?: number
    }
    const summarized = async (
      id: string,
    ): Promise<{ readonly from: Json; readonly to: Json; readonly finalized: Counted }> => {
      const { body } = await demo.get(email, 'summary')
      const period =
        ((body['dash'] as JsonObject)['periods'] as readonly JsonObject[]).find((one) => one['id'] === id) ?? {}
      return {
        from: period['date_from'] ?? null,
        to: period['date_to'] ?? null,
        finalized: period['finalized'] as unknown as Counted,
      }
    }
    const figures = async (days: JsonObject): Promise<readonly Told[]> => {
      const told: Told[] = []
      for (const [path, id] of [
        ['services/stats', 'income'],
        ['home_admin', 'income'],
        ['home_company', 'spent'],
        ['dashboard', 'total_money'],
        ['corp_dashboard', 'total_money'],
      ] as const) {
        const { body } = await demo.get(email, path, days)
        const items = (body['items'] ?? Object.values(body['dash'] ?? {})) as unknown as readonly StatAnswer[]
        told.push(
          ...items.flatMap((one) =>
            one.id === id ? [{ where: path, value: one.value, count: one.count, lacking: one.lacking ?? 0 }] : [],
          ),
        )
      }
      for (const path of ['report_drivers', 'report_clients', 'report_operators', 'report_vehicles']) {
        const { body } = await demo.get(email, path, days)
        const answers = Object.values(body['dash'] ?? {}) as unknown as readonly TableAnswer[]
        told.push(
          ...answers.flatMap(({ totals, lacking }) =>
            totals
              ? [
                  {
                    where: path,
                    value: totals['amount'] ?? null,
                    count: Number(totals['services']),
                    lacking: lacking?.['amount'] ?? 0,
                  },
                ]
              : [],
          ),
        )
      }
      return told
    }
    const inFile = async (format: 'csv' | 'xlsx' | 'html' | 'pdf', days: JsonObject): Promise<Added> => {
      const { bytes, text } = await demo.get(email, 'services', {
        format,
        ...days,
        filters: { state: 'finalized' },
        columns: 'id,price_total',
      })
      if (format === 'pdf') {
        const rows = pdfPages(bytes).flatMap((page) =>
          [...page.matchAll(/^ *[\d,]+(?: +(-?S\/\s[\d,.]+))? *$/gm)].map(([, amount]) => amount ?? ''),
        )
        return {
          value: sumOf(rows.map(amountOf)),
          count: rows.length,
          lacking: rows.filter((one) => one === '').length,
        }
      }
      const amounts =
        format === 'html'
          ? [...text.matchAll(/<tr><td class="n">\d+<\/td><td class="n">([^<]*)<\/td><\/tr>/g)].map(
              ([, amount]) => amount ?? '',
            )
          : (await tableOf(bytes, { name: `services.${format}` })).rows.map(([, , amount]) => String(amount ?? ''))
      return {
        value: sumOf(amounts.map(amountOf)),
        count: amounts.length,
        lacking: amounts.filter((one) => one === '').length,
      }
    }
  })

  test('the logo of the company heads every invoice, settlement and receipt, and a picture that a paper cannot draw is refused', async () => {
    const root = 'root@demo.test'
    const drawn = async (): Promise<readonly (readonly string[])[]> =>
      Promise.all(
        PAPERS.map(async ([of, print, , filters]) => {
          const ids = ((await demo.rows(root, of, filters)) ?? []).slice(0, 9).map(({ id }) => Number(id))
          const { text } = await demo.get(root, `${of}/print`, { print, export: 'html', ids })
          return [
            ...new Set(
              text
                .split('<article')
                .slice(1)
                .map((paper) => /<img src="([^"]*)"/.exec(paper)?.[1] ?? ''),
            ),
          ]
        }),
      )
    expect(await drawn()).toEqual([[''], [''], ['']])
    const upload = (bytes: Buffer, name: string) =>
      demo.send(root, 'files/upload?entity=settings_company&field=pic_logo', multipart(bytes, name))
    expect((await upload(Buffer.from('RIFF\x1a\0\0\0WEBPVP8 some more', 'latin1'), 'logo.webp')).status).toBe(422)
    const { body } = await upload(Buffer.from(DOT, 'base64'), 'logo.png')
    const saved = {
      payload: JSON.stringify({ pic_logo: body['url'] ?? null }),
      headers: { 'content-type': 'application/json' },
    }
    expect((await demo.send(root, 'settings/company/save', saved)).status).toBe(200)
    expect(await drawn()).toEqual(PAPERS.map(() => [`data:image/png;base64,${DOT}`]))
  })
})

/** What is printed of it, the field that it comes to, its records, and what the paper calls that amount. */
const PAPERS = [
  ['services', 'receipt', 'price_total', { date_from: SINCE, state: 'finalized' }, 'Total'],
  ['invoices', 'invoice', 'total', {}, 'Total'],
  ['liquidations', 'statement', 'amount', {}, 'Importe'],
] as const
const PARTS = [
  'price_base',
  'price_toll',
  'price_wait',
  'price_pause',
  'price_courier',
  'price_parking',
  'price_demand',
  'price_service',
  'price_tax',
  'price_other',
] as const
/** A picture of one dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The first ones and the last: each costs a reading of its list. */
const some = <T>(all: readonly T[]): readonly T[] => [...new Set([...all.slice(0, 2), ...all.slice(-1)])]

/** `S/ 1,234.50` and `-S/ 3.00` as numbers. */
const amountOf = (text: string | undefined): number => Number((text ?? '').replace(/[^\d.-]/g, ''))
