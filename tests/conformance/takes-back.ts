import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { isWritable, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import { isObject, type Json, type JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { isSettable } from '../../src/model/settable'
import { isSame } from '../../src/model/values/same'
import type { ConformanceApp } from './conformance-app'
import { makeRecord, writableFields } from './valid-record'

/**
 * What every catalogue does to the records that people choose: a copy, a field, and the way back from both that and a
 * removal.
 */
export function takesBack(
  resource: Resource,
  entity: Entity,
  app: () => ConformanceApp,
  random: () => number,
  settled: ReadonlySet<string>,
): void {
  const { endpoint } = resource
  const counted = new Set([
    'version',
    'date_updated',
    ...Object.values(entity.fields)
      .filter(({ readOnly }) => readOnly)
      .map(({ name }) => name),
  ])
  const plain = (item: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(item)
        .filter(([key]) => !counted.has(key))
        .map(([key, value]) => [key, plainRows(value)]),
    )
  // The rows of a record are counted as it is.
  const plainRows = (value: Json): Json =>
    Array.isArray(value) ? value.map((row) => (isObject(row) ? plain(row) : row)) : value

  test('is copied, but for what one record alone has', async () => {
    const at = app()
    const { item } = await makeRecord(at, resource, random)
    const { status, body, text } = await at.post('root', `${endpoint}/duplicate`, { id: item.id ?? null })
    expect(status, text).toBe(200)
    const copy = body.item as JsonObject
    for (const key of ['id', 'version', 'date_created']) expect(copy[key] ?? null).toBeNull()
    const own = Object.entries(copy).filter(([name, value]) => {
      const field = entity.fields[name]
      return (
        value !== null &&
        field &&
        isWritable(field) &&
        !settled.has(name) &&
        !field.ref?.choices &&
        !Object.hasOwn(resource.fixed, name)
      )
    })
    const together = new Set([...entity.unique.flat(), ...(entity.uniqueWhen ?? []).flatMap(({ fields }) => fields)])
    // What may occur once is missing, and given anew, as is what it occurs with; so is what a rule on other records
    // refuses in a copy.
    const refused = Object.keys(
      (await at.post('root', `${endpoint}/create`, { ...Object.fromEntries(own), version: entity.key ? 0 : null })).body
        .errors ?? {},
    )
    const given = Object.fromEntries(own.filter(([name]) => !refused.includes(name) && !together.has(name)))
    const twin = await makeRecord(at, resource, random, 0, given)
    expect(twin.item.id).not.toBe(item.id)
    for (const field of writableFields(resource, entity)) {
      if (!Object.hasOwn(given, field.name) || settled.has(field.name) || field.see || field.set) continue
      expect({
        [field.name]:
          isSame(twin.item[field.name] ?? null, item[field.name] ?? null) ||
          field.name === 'state' ||
          entity.flow?.field === field.name,
      }).toEqual({ [field.name]: true })
    }
    for (const role of ['reader', 'none'] as const)
      expect((await at.post(role, `${endpoint}/duplicate`, { id: item.id ?? null })).status).toBe(403)
  })

  test('gives back what was set and what was removed', async () => {
    const at = app()
    const { item } = await makeRecord(at, resource, random)
    const id = item.id ?? null
    const read = async (): Promise<JsonObject> =>
      plain((await at.get('root', `${endpoint}/${String(id)}`)).body.item as JsonObject)
    const before = await read()
    const field = writableFields(resource, entity).find(
      (one) => isSettable(entity, one, fieldTypes) && !one.ref && !one.see && !settled.has(one.name),
    )
    const value = field ? typeOf(field, fieldTypes).sample(field, random) : null
    if (field) {
      for (const role of ['reader', 'none'] as const)
        expect((await at.post(role, `${endpoint}/set`, { ids: [id], field: field.name, value })).status).toBe(403)
      const { status, body } = await at.post('root', `${endpoint}/set`, { ids: [id], field: field.name, value })
      expect([field.name, [200, 422].includes(status)]).toEqual([field.name, true])
      if (body.undo)
        expect(await at.post('root', `${endpoint}/undo`, body.undo as JsonObject)).toMatchObject({
          status: 200,
          body: { done: 1 },
        })
      expect(await read()).toEqual(before)
    }
    const removed = await at.post('root', `${endpoint}/remove`, { ids: [id] })
    expect([200, 409]).toContain(removed.status)
    if (removed.status !== 200) return
    expect((await at.get('root', `${endpoint}/${String(id)}`)).status).toBe(404)
    const { run = null } = removed.body.undo as JsonObject
    for (const role of ['reader', 'none'] as const)
      expect((await at.post(role, `${endpoint}/undo`, { run })).status).toBe(403)
    const undone = await at.post('root', `${endpoint}/undo`, { run })
    expect(undone.status, undone.text).toBe(200)
    expect(await read()).toEqual(before)
    expect((await at.post('root', `${endpoint}/undo`, { run })).status).toBe(409)
    // And once more, long after: from what was removed.
    expect((await at.post('root', `${endpoint}/remove`, { ids: [id] })).status).toBe(200)
    for (const role of ['reader', 'none'] as const)
      expect((await at.post(role, `${endpoint}/bringBack`, { id })).status).toBe(403)
    const listed = (await at.get('root', `${endpoint}/removed`)).body.items as unknown as readonly JsonObject[]
    expect(listed.map((one) => String(one.id))).toContain(String(id))
    const back = await at.post('root', `${endpoint}/bringBack`, { id })
    expect(back.status, back.text).toBe(200)
    expect(await read()).toEqual(before)
  })
}
