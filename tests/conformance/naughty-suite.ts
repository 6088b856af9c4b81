import { expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { canonicalValue, typeOf } from '../../src/model/canonical'
import type { Entity } from '../../src/model/entity'
import type { Json, JsonObject } from '../../src/model/json'
import type { Resource } from '../../src/model/resource'
import { isSame } from '../../src/model/values/same'
import { OWN, stringsOfOthers } from '../fixtures/naughty-strings'
import { isMine, placeOf } from '../share'
import type { ConformanceApp } from './conformance-app'
import { keptValue } from './predictions'
import { writableFields } from './valid-record'

const others = stringsOfOthers('naughty strings of others in the texts of every catalogue')
// What is blank is no text to some: a grouping without a name is given one.
const STRINGS = [...new Set([...OWN.list, ...others.list])].filter((text) => text.trim() !== '')

/**
 * Every text of a catalogue holds what breaks software as it was given, or refuses it by name. A tenth of the strings
 * in each run, another for each catalogue; all texts of a record at once.
 * @param recordOf a record that may be changed
 */
export function naughtySuite(
  resource: Resource,
  entity: Entity,
  at: () => ConformanceApp,
  recordOf: () => JsonObject,
): void {
  const texts = writableFields(resource, entity).filter((field) => {
    const type = typeOf(field, fieldTypes)
    return !field.ref && !type.file && !type.writeOnly && field.name !== 'id' && type.operators.includes('contains')
  })
  if (texts.length === 0) return
  const strings = STRINGS.filter((_text, place) => isMine(place + placeOf(resource.name)))

  test('keeps a text that breaks software as it is, or refuses it at its field', async () => {
    const before = recordOf()
    const { id = null } = before
    const shown = texts.filter(({ name }) => Object.hasOwn(before, name))
    for (const text of strings) {
      const left = new Map(shown.map((field) => [field.name, field]))
      while (left.size > 0) {
        const sent: { [name: string]: Json } = Object.fromEntries([...left.keys()].map((name) => [name, text]))
        const answer = await at().post('root', `${resource.endpoint}/create`, { id, ...sent })
        if (answer.status === 200) {
          const item = answer.body.item as JsonObject
          for (const [name, field] of left) {
            if (!Object.hasOwn(item, name)) continue
            const kept = keptValue(field, canonicalValue(field, fieldTypes, text), item)
            expect(
              isSame(item[name] ?? null, kept),
              `${name}: ${JSON.stringify(text)} → ${JSON.stringify(item[name])}`,
            ).toBe(true)
          }
          break
        }
        const refused = Object.keys(answer.body.errors ?? {})
        expect([answer.status, refused.length > 0], `${JSON.stringify(text)}: ${answer.text}`).toEqual([422, true])
        // A rule of another field may forbid the value here; nothing is changed then.
        if (!refused.some((name) => left.delete(name))) break
        for (const name of refused) left.delete(name)
      }
    }
    expect((await at().get('root', resource.endpoint, { limit: 1000 })).status).toBe(200)
    const back = Object.fromEntries(shown.map(({ name }) => [name, before[name] ?? null]))
    expect((await at().post('root', `${resource.endpoint}/create`, { id, ...back })).text).toContain('"ok":true')
  })
}
