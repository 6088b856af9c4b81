import { setTimeout as sleep } from 'node:timers/promises'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { typeOf } from '../../src/model/canonical'
import type { Field } from '../../src/model/field'
import type { TextStyle } from '../../src/model/field-type'
import { isUnderWay, type ImportView } from '../../src/model/import-answer'
import type { Json, JsonObject } from '../../src/model/json'
import type { Import, Resource } from '../../src/model/resource'
import { isSame } from '../../src/model/values/same'
import { safeText } from '../../src/server/work/export/csv-cell'
import { readSheet } from '../../src/server/platform/sheets/read-sheet'
import type { ConformanceApp } from './conformance-app'
import { keptValue } from './predictions'
import { entityOf, makeRecord } from './valid-record'

const STYLE: TextStyle = { language: 'es', zone: 'UTC', decimal: '.' }

/** A catalogue that takes files: the file it gives out, filled in with a valid record, brings in that record. */
export function importRoundTrip(
  resource: Resource,
  { columns }: Import,
  app: () => ConformanceApp,
  random: () => number,
  skipped: ReadonlySet<string>,
): void {
  test('gives out a file to fill in, and takes it back as records', async () => {
    const at = app()
    const { endpoint } = resource
    const fields = columns.flatMap((name) => entityOf(at, resource).fields[name] ?? [])
    // What comes in is active, and an inactive record may be one that no active one may be. Where every combination
    // that may be there is there, one of those serves, and others are freed for the tests after this.
    const there = async (): Promise<{ readonly item: JsonObject }> => {
      const [item, ...others] = (await at.get('root', endpoint, { limit: 3, order_col: 'id', order_dir: 'desc' })).body
        .items as unknown as readonly JsonObject[]
      for (const { id } of others) await at.post('root', `${endpoint}/remove`, { id: id ?? null })
      if (!item) throw new Error(`${resource.name}: no record can be made, and none is there`)
      return { item }
    }
    let { item } = await makeRecord(at, resource, random).catch(there)
    for (let tries = 0; item.state === '0' && tries < 10; tries++) item = (await makeRecord(at, resource, random)).item
    expect((await at.post('root', `${endpoint}/remove`, { id: item.id ?? null })).status).toBe(200)

    const format = await readSheet(await at.download('root', `${endpoint}/importFormat`), { name: 'format.xlsx' })
    const header = format.columns
    await format.close()
    expect(header).toHaveLength(fields.length)
    const cells = fields.map((field) => safeText(textOf(field, item[field.name] ?? null)))
    const file = await writeXlsx({ sheets: [{ name: 'Datos', rows: [[...header], cells] }] })

    for (const role of ['reader', 'none'] as const)
      expect((await at.upload(role, `${endpoint}/importVerify`, file, 'filled.xlsx')).status).toBe(403)
    const view = await settled(at, endpoint, await at.upload('root', `${endpoint}/importVerify`, file, 'filled.xlsx'))
    expect(
      view.file_columns.map(({ key }) => key),
      view.msg,
    ).toEqual(fields.map(({ name }) => name))
    const errors = Object.keys(view.items[0]?.errors ?? {})
    // What a record needs beside the file's columns cannot come from a file; it is told, and nothing more is to be seen
    // here.
    expect(
      errors.filter((key) => columns.includes(key)),
      JSON.stringify([view.items, cells]),
    ).toEqual([])
    if (errors.length > 0) return
    const saved = await settled(at, endpoint, await at.post('root', `${endpoint}/importSave`, { id: view.id }))
    expect(saved.items, saved.items[0]?.msg).toMatchObject([{ saved: true, saved_msg: expect.any(String) }])
    const made = (await at.get('root', `${endpoint}/${String(saved.items[0]?.id_record)}`)).body.item as JsonObject
    for (const field of fields) {
      if (skipped.has(field.name) || !Object.hasOwn(made, field.name)) continue
      const sent = item[field.name] ?? null
      const expected = keptValue(field, sent === null ? (field.default ?? null) : sent, made)
      if (!isSame(made[field.name] ?? null, expected))
        expect({ [field.name]: made[field.name] }).toEqual({ [field.name]: expected })
    }
  })
}

function textOf(field: Field, value: Json): string {
  if (value === null) return ''
  return field.ref && Array.isArray(value) ? value.join('; ') : typeOf(field, fieldTypes).toText(value, field, STYLE)
}

async function settled(
  at: ConformanceApp,
  endpoint: string,
  { status, text, body }: { status: number; text: string; body: JsonObject },
): Promise<ImportView> {
  if (status !== 200) throw new Error(`${status} ${text}`)
  for (let view = body as unknown as ImportView; ; ) {
    if (!isUnderWay(view.state)) return view
    await sleep(20)
    view = (await at.get('root', `${endpoint}/importRows`, { id: view.id })).body as unknown as ImportView
  }
}
