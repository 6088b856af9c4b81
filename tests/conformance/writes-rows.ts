import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { isWritable, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { outerValues } from '../../src/model/rules/bound-choices'
import { holds } from '../../src/model/rules/holds'
import type { ConformanceApp } from './conformance-app'
import { idIn } from './predictions'
import { chosenValues, makeRecord } from './valid-record'

const MAX_TRIES = 100

/** What a catalogue whose records have rows of their own must do with them. */
export function writesRows(resource: Resource, entity: Entity, app: () => ConformanceApp, random: () => number): void {
  const { endpoint } = resource
  for (const field of Object.values(entity.fields).filter(({ children, see }) => children && !see)) {
    test(`writes the rows of "${field.name}" with their record, tells what is wrong in one at its cell, and takes them away`, async () => {
      const at = app()
      const of = at.model.entities[field.children?.of ?? '']
      if (!of || !field.children) throw new Error(`${field.name} has no rows`)
      const { item } = await makeRecord(at, resource, random)
      const row = (): Promise<JsonObject> => sampleRow(at, of, field, random, item)
      const save = (rows: Json) => at.post('root', `${endpoint}/create`, { id: item.id ?? null, [field.name]: rows })
      const sent = [await row(), await row(), await row()]
      const first = rowsOf((await save(sent)).body.item, field.name)
      expect(first).toMatchObject(sent)
      expect(rowsOf((await at.get('root', `${endpoint}/${String(item.id)}`)).body.item, field.name)).toEqual(first)
      const [one, , three] = first
      const second = await save([three ?? {}, one ?? {}])
      expect(
        rowsOf(second.body.item, field.name)
          .map(({ id }) => id)
          .sort(),
      ).toEqual([three?.id, one?.id].sort())
      const version = (second.body.item as JsonObject).version
      const required = Object.values(of.fields).find(
        (inner) => inner.required && isWritable(inner) && inner.name !== field.children?.link,
      )
      if (required) {
        const refused = await save([one ?? {}, { ...(await row()), [required.name]: null }])
        expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
          422,
          [`${field.name}.1.${required.name}`],
        ])
      }
      expect((await save('rows')).body.errors).toHaveProperty(field.name)
      expect(((await at.get('root', `${endpoint}/${String(item.id)}`)).body.item as JsonObject).version).toBe(version)
      await rowsOfRows(at, of, field, await row(), save, random)
      const emptied = await save(null)
      // A record that is nothing without rows says so.
      if (emptied.status === 422) expect(Object.keys(emptied.body.errors ?? {})).toEqual([field.name])
      else expect(emptied.body.item).toMatchObject({ [field.name]: null })
      expect((await at.post('root', `${endpoint}/remove`, { id: item.id ?? null })).status).toBe(200)
    })
  }
}

/** Rows of a row: written with it, read with the record, told at their cell, and taken away. */
async function rowsOfRows(
  at: ConformanceApp,
  of: Entity,
  { name, children }: Field,
  row: JsonObject,
  save: (rows: Json) => ReturnType<ConformanceApp['post']>,
  random: () => number,
): Promise<void> {
  for (const inner of Object.values(of.fields).filter(
    (field) => field.children && !field.see && children?.columns.includes(field.name),
  )) {
    const within = at.model.entities[inner.children?.of ?? '']
    if (!within) throw new Error(`${inner.name} has no rows`)
    // One that must name a row of yet another record is thrown by no dice: tests/api/store-orders.test.ts.
    if (namesRow(at, within, inner)) continue
    const sent = [await sampleRow(at, within, inner, random), await sampleRow(at, within, inner, random)]
    const [made = {}] = rowsOf((await save([{ ...row, [inner.name]: sent }])).body.item, name)
    const [one = {}, two = {}] = rowsOf(made, inner.name)
    expect([one, two]).toMatchObject(sent)
    const turned = rowsOf((await save([{ id: made.id ?? null, [inner.name]: [two] }])).body.item, name)
    expect(rowsOf(turned[0], inner.name).map(({ id }) => id)).toEqual([two.id])
    const required = Object.values(within.fields).find(
      (cell) => cell.required && isWritable(cell) && cell.name !== inner.children?.link,
    )
    if (!required) continue
    const refused = await save([
      {
        id: made.id ?? null,
        [inner.name]: [
          { id: two.id ?? null },
          { ...(await sampleRow(at, within, inner, random)), [required.name]: null },
        ],
      },
    ])
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      422,
      [`${name}.0.${inner.name}.1.${required.name}`],
    ])
  }
}

const namesRow = (at: ConformanceApp, of: Entity, { children }: Field): boolean =>
  Object.values(of.fields).some(
    ({ name, required, ref }) =>
      required && ref && name !== children?.link && at.model.resources[ref.resource ?? ref.to]?.module === null,
  )

async function sampleRow(
  at: ConformanceApp,
  of: Entity,
  { children }: Field,
  random: () => number,
  record: JsonObject = {},
): Promise<JsonObject> {
  const cells = Object.values(of.fields).filter(
    (field) =>
      isWritable(field) &&
      !field.virtual &&
      !field.ref &&
      !typeOf(field, fieldTypes).file &&
      field.name !== children?.link,
  )
  const row: { [field: string]: Json } = {}
  // A record of its own for each row: two that name one together may stand there once.
  for (const field of Object.values(of.fields)) {
    if (!field.ref || !field.required || field.name === children?.link) continue
    const resource = at.model.resources[field.ref.resource ?? field.ref.to]
    if (!resource) continue
    const given = await chosenValues(at, resource, field, random, 0, {
      ...row,
      ...outerValues(of, children?.link ?? '', record),
    })
    row[field.name] = idIn((await makeRecord(at, resource, random, 0, given)).item)
  }
  const cast = (): JsonObject => ({
    ...row,
    ...Object.fromEntries(
      cells.map((field) => [
        field.name,
        typeOf(field, fieldTypes).canonical(typeOf(field, fieldTypes).sample(field, random), field),
      ]),
    ),
  })
  // Rules across the cells of a row need a few throws of the dice.
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const one = cast()
    const context = { record: one, user: {}, setting: {}, now_ms: Date.now() }
    if (of.checks.every(({ assert, when }) => (when !== undefined && !holds(when, context)) || holds(assert, context)))
      return one
  }
  throw new Error(`${of.name}: no row found that its checks let pass`)
}

const rowsOf = (item: Json | undefined, field: string): JsonObject[] =>
  (((item ?? {}) as JsonObject)[field] ?? []) as unknown as JsonObject[]
