import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../custom/demo/server/demo-accounts'
import { referencePath, resourceOfRef } from '../../src/client/provider/paths'
import { anyId, asReference } from '../../src/model/any-reference'
import type { Field } from '../../src/model/field'
import type { JsonObject } from '../../src/model/json'
import type { Model } from '../../src/model/model'
import type { Actor } from '../../src/model/rights/actor'
import { isCounted } from '../../src/model/report'
import type { RowsAnswer, TableAnswer } from '../../src/model/report-answer'
import { oneEngine } from '../engines'
import { demoSums, type DemoSums } from './demo-sums-fixture'

type Id = number | string
/** A reference as the console draws it: with a link, or as a text alone. */
interface Drawn {
  readonly where: string
  readonly to: string
  readonly id: Id
  readonly isLink: boolean
}

const ROWS = 50

oneEngine((_engine, open) => {
  let demo: DemoSums
  const folder = mkdtempSync(join(tmpdir(), 'links-'))
  beforeAll(async () => {
    demo = await demoSums(open, folder)
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each(DEMO_ACCOUNTS.map(({ email }) => email))('%s', (email) => {
    test('is led to what they may open, by every reference of their lists and reports, and to nothing else', async () => {
      const { body: session } = await demo.get(email, 'verify', { app_version_code: 125 })
      const { actor } = session['user'] as unknown as { readonly actor: Actor }
      const { model } = (await demo.get(email, `model/${String(session['model'])}`)).body as unknown as {
        readonly model: Model
      }
      const drawn = [...(await inLists(email, actor, model)), ...(await inReports(email, actor, model))]
      const wrong = new Set<string>()
      for (const to of new Set(drawn.map((one) => one.to))) {
        const all = drawn.filter((one) => one.to === to)
        const resource = model.resources[to]
        const ids = [...new Set(all.map(({ id }) => id))]
        const opened = new Set<Id>()
        // What another catalogue of the same records has is found there by the page.
        const catalogues = Object.values(model.resources).filter(
          ({ module, entity }) => module !== null && entity === resource?.entity,
        )
        for (const { endpoint } of catalogues) {
          for (let at = 0; at < ids.length; at += ROWS) {
            const { body } = await demo.get(email, endpoint, { limit: ROWS, filters: { id: ids.slice(at, at + ROWS) } })
            for (const { id } of body['items'] as readonly JsonObject[]) opened.add(id as Id)
          }
        }
        for (const { where, id, isLink } of all)
          if (isLink !== opened.has(id)) wrong.add(`${where} ${isLink ? 'leads to' : 'does not lead to'} ${to} ${id}`)
      }
      expect([...wrong]).toEqual([])
    })
  })

  async function inLists(email: string, actor: Actor, model: Model): Promise<readonly Drawn[]> {
    const drawn: Drawn[] = []
    for (const { name, endpoint, module, rest, singleton, entity } of Object.values(model.resources)) {
      if (module === null || rest !== undefined || singleton) continue
      const { status, body } = await demo.get(email, endpoint, { limit: ROWS })
      if (status !== 200) continue
      const fields = Object.values(model.entities[entity]?.fields ?? {})
      for (const record of body['items'] as readonly JsonObject[])
        drawn.push(...fields.flatMap((field) => drawnOf(actor, model, name, field, record)))
    }
    return drawn
  }

  async function inReports(email: string, actor: Actor, model: Model): Promise<readonly Drawn[]> {
    const drawn: Drawn[] = []
    for (const report of Object.values(model.reports)) {
      const { status, body } = await demo.get(
        email,
        report.path,
        report.days.kind === 'range' ? { date_from: '2020-01-01' } : {},
      )
      if (status !== 200) continue
      for (const block of report.blocks.filter(isCounted)) {
        const answer = (body['dash'] as JsonObject)[block.id]
        const { name = '', entity = '' } = model.resources[block.of] ?? {}
        const fields = model.entities[entity]?.fields ?? {}
        const where = `${report.name} ${block.id} (${name})`
        if (!answer) continue
        if (block.kind === 'rows')
          for (const record of (answer as unknown as RowsAnswer).items)
            drawn.push(...Object.values(fields).flatMap((field) => drawnOf(actor, model, where, field, record)))
        const by = block.kind === 'table' && !block.each ? fields[block.by] : undefined
        if (by)
          for (const item of (answer as unknown as TableAnswer).items)
            drawn.push(...drawnOf(actor, model, where, by, { ...item, [by.name]: item['id'] ?? null }))
      }
    }
    return drawn
  }
})

/** How the console draws a reference of a record. */
function drawnOf(actor: Actor, model: Model, where: string, field: Field, record: JsonObject): readonly Drawn[] {
  const value = record[field.name] ?? null
  const named = field.refAny && anyId(value)
  const one = named ? asReference(field, named.kind) : field.ref ? field : null
  const ids = named ? [named.id] : Array.isArray(value) ? (value as readonly Id[]) : value === null ? [] : [value as Id]
  const to = one && resourceOfRef(model, one)
  if (!one || !to || to.module === null) return []
  return ids.flatMap((id): readonly Drawn[] => {
    return [
      {
        where: `${where}.${field.name}`,
        to: to.name,
        id,
        isLink: referencePath(actor, model, one, id, record) !== null,
      },
    ]
  })
}
