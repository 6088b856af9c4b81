import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { demoFeature } from '../../custom/demo/server'
import { DEMO_ACCOUNTS } from '../../custom/demo/server/demo-accounts'
import type { Json, JsonObject } from '../../src/model/json'
import { isCounted, type Report } from '../../src/model/report'
import type { BlockAnswer, TableAnswer } from '../../src/model/report-answer'
import type { StatAnswer, StatPart } from '../../src/model/stat-answer'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { oneEngine } from '../engines'
import { conformanceApp, type ConformanceApp } from './conformance-app'

const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const model = checkedModel(files, APPLICATION)
const reports = Object.values(model.reports)
/** A list of more rows than that is not counted by hand. */
const MAX_ROWS = 1000

// Every report of the project, over the demo, for everybody whom the demo has: what it tells is what the lists have
// that it opens.
oneEngine((_engine, open) => {
  describe.each(DEMO_ACCOUNTS.map(({ email }) => email))('%s', (email) => {
    let at: ConformanceApp
    const get = async (
      path: string,
      query: JsonObject = {},
    ): Promise<{ readonly status: number; readonly body: JsonObject }> => {
      const search = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
      const reply = await at.app.inject({
        method: 'GET',
        url: `/api/admin/${path}?${search}`,
        headers: { authorization: `Bearer ${await tokenOf(at, email)}` },
      })
      return { status: reply.statusCode, body: JSON.parse(reply.body) as JsonObject }
    }
    beforeAll(async () => {
      at = await shared(open)
    })
    const listed = async (of: string, { date_from, date_to, ...filters }: JsonObject): Promise<number | null> => {
      const days = { ...(date_from !== undefined && { date_from }), ...(date_to !== undefined && { date_to }) }
      const { status, body } = await get(model.resources[of]?.endpoint ?? of, { limit: MAX_ROWS, filters, ...days })
      expect([of, filters, status]).toEqual([of, filters, 200])
      return (body.items as readonly Json[]).length === MAX_ROWS ? null : (body.items as readonly Json[]).length
    }
    const holds = async (
      of: string,
      filters: Json | undefined,
      count: Json | undefined,
      what: string,
    ): Promise<void> => {
      const found = filters && (await listed(of, filters as JsonObject))
      if (typeof found === 'number') expect([what, filters, found]).toEqual([what, filters, count])
    }
    const check = async (report: Report, of: string, answer: BlockAnswer): Promise<void> => {
      const what = `${report.name} ${answer.id}`
      const block = report.blocks.find(({ id }) => id === answer.id)
      if (block?.kind === 'rows' && 'total' in answer) return holds(of, answer.filters, answer.total, what)
      if (block?.kind === 'table') {
        for (const item of (answer as TableAnswer).items.slice(0, 5)) {
          for (const column of block.columns) {
            const isPlain = column.kind === 'number' && column.stat.measure.what === 'count'
            if (isPlain)
              await holds(
                of,
                ((item.parts ?? {}) as JsonObject)[column.name] ?? item.filters,
                item[column.name],
                `${what} ${column.name}`,
              )
          }
        }
        return
      }
      const { filters, count, parts = [] } = answer as StatAnswer
      const isShare = block?.kind === 'stat' && block.stat.measure.what === 'share'
      if (!isShare) await holds(of, filters, count, what)
      const all = parts.flatMap((part): readonly Omit<StatPart, 'split'>[] => [part, ...(part.split ?? [])])
      for (const part of [
        ...all.filter((one) => one.count > 0).slice(0, 4),
        ...all.filter((one) => one.count === 0).slice(0, 1),
      ])
        await holds(of, part.filters, part.count, `${what} ${part.key}`)
    }

    test.each(reports.map((report) => [report.name, report] as const))(
      'reads %s, where every number is its list’s',
      async (_name, report) => {
        const { status, body } = await get(report.path, report.days.kind === 'range' ? { date_from: '2020-01-01' } : {})
        expect([200, 403]).toContain(status)
        if (status === 403) return
        const dash = body.dash as unknown as { readonly [id: string]: BlockAnswer }
        for (const block of report.blocks.filter(isCounted)) {
          const answer = dash[block.id]
          const list = await get(model.resources[block.of]?.endpoint ?? '', { limit: 1 })
          // Whoever does not see the list is told nothing of it.
          if (list.status !== 200) expect([block.id, answer]).toEqual([block.id, undefined])
          if (answer) await check(report, block.of, answer)
        }
        for (const option of report.options) expect((await get(report.path, { [option.id]: 1 })).status).toBe(200)
      },
    )
  })

  test('each of them is somebody’s', async () => {
    const at = await shared(open)
    const seen = new Set<string>()
    for (const { email } of DEMO_ACCOUNTS) {
      for (const { name, path } of reports) {
        if (seen.has(name)) continue
        const reply = await at.app.inject({
          method: 'GET',
          url: `/api/admin/${path}`,
          headers: { authorization: `Bearer ${await tokenOf(at, email)}` },
        })
        if (reply.statusCode === 200) seen.add(name)
      }
    }
    expect([...seen].toSorted()).toEqual(reports.map(({ name }) => name).toSorted())
  })
})

type Open = Parameters<typeof conformanceApp>[0]
const apps = new WeakMap<Open, Promise<ConformanceApp>>()

/** The application over its demo, made once for all accounts. */
function shared(open: Open): Promise<ConformanceApp> {
  const known =
    apps.get(open) ??
    (async () => {
      const at = await conformanceApp(open, files, APPLICATION)
      await demoFeature.demo?.({
        database: at.database,
        model: at.model,
        scale: 0.1,
        log: () => {},
        settings: () => at.app.runtime.settings(),
      })
      return at
    })()
  apps.set(open, known)
  return known
}

const tokens = new WeakMap<ConformanceApp, Map<string, Promise<string>>>()

function tokenOf(at: ConformanceApp, email: string): Promise<string> {
  const known = tokens.get(at) ?? new Map<string, Promise<string>>()
  tokens.set(at, known)
  const token =
    known.get(email) ??
    (async () => {
      const { password } = DEMO_ACCOUNTS.find((one) => one.email === email) ?? {}
      const reply = await at.app.inject({
        method: 'POST',
        url: '/api/admin/login/login',
        payload: { username: email, password, app_version_code: 125 },
      })
      return String((JSON.parse(reply.body) as JsonObject).token)
    })()
  known.set(email, token)
  return token
}
