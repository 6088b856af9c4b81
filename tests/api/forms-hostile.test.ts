import { beforeAll, describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'
import { formsOf } from './forms-fixture'

const RESOURCES = { forms: { title: 'Forms' }, form_fields: { title: 'Fields', endpoint: 'fields' } }
const text = (key: string, more: JsonObject = {}): JsonObject => ({ key, label: key, type: 'text', ...more })
const anyOf = (count: number, rule: (i: number) => JsonObject): JsonObject => ({
  any: Array.from({ length: count }, (_, i) => rule(i)),
})

oneEngine((_engine, open) => {
  describe('a form that somebody wrote to wear the server out', () => {
    let at: TestApp
    const preview = async (fields: readonly JsonObject[]) => {
      const {
        status,
        body,
        text: sent,
      } = await at.call('root', 'POST', 'forms/preview', { target: '1', fields: fields as unknown as Json })
      return {
        status,
        form: body.form,
        size: sent.length,
        problems: ((body.problems ?? []) as unknown as JsonObject[]).map(
          ({ row, at: place }) => `${String(row)} ${String(place)}`,
        ),
      }
    }
    beforeAll(async () => {
      at = await testApp({ resources: RESOURCES, open })
    })

    test('is tried out within what a saved one may have: its texts, its choices, its keys', async () => {
      const lines = Array.from({ length: 20_000 }, (_, i) => `v${i}`).join('\n')
      const hostile: readonly (readonly [JsonObject, string])[] = [
        [text('a', { type: 'enum', options: lines }), '0 options'],
        [text('a', { label: 'x'.repeat(300_000) }), '0 label'],
        [text('a', { help: 'x'.repeat(300_000) }), '0 help'],
        [text('a'.repeat(300_000), { label: 'a' }), '0 key'],
        [text('a', { type: 'list', var1: 'x'.repeat(300_000) }), '0 var1'],
        [text('a', { condition: 'x'.repeat(300_000) }), '0 condition'],
        [text('a', { label: { toString: 'x' } }), '0 label'],
        [text('a', { type: 'integer', minimum: { a: 1 } }), '0 minimum'],
        [text('constructor'), '0 key'],
      ]
      for (const [field, problem] of hostile) {
        const found = await preview([field])
        expect(found, problem).toMatchObject({ status: 200, form: null, problems: [problem] })
        expect(found.size, problem).toBeLessThan(1000)
      }
    })

    test('is saved by what it is: an object in the place of a number, a text or a list is an error at its cell', async () => {
      const odd: JsonObject = { toString: 'x', valueOf: 1 }
      for (const column of [
        'key',
        'label',
        'help',
        'type',
        'minimum',
        'maximum',
        'options',
        'var1',
        'required',
        'app',
      ] as const) {
        for (const value of [odd, [odd]]) {
          const answer = await at.call('root', 'POST', 'forms/create', {
            name: 'Odd',
            target: '1',
            fields: [text('a', { [column]: value })] as unknown as Json,
          })
          expect([column, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
            column,
            422,
            expect.arrayContaining([expect.stringMatching(/^fields/)]),
          ])
        }
      }
    })

    test('asks conditions that a person can read: 200 values in one, 1,000 in all', async () => {
      const wide = (count: number) => [
        text('a'),
        text('b', { condition: anyOf(count, (i) => ({ a: { eq: `v${i}` } })) }),
      ]
      expect((await preview(wide(200))).problems).toEqual([])
      expect((await preview(wide(201))).problems).toEqual(['1 condition'])
      expect(
        (await preview([text('a'), text('b', { condition: anyOf(5000, (i) => ({ [`near_a_${i}`]: { eq: 1 } })) })]))
          .problems,
      ).toEqual(['1 condition'])
      const many = Array.from({ length: 12 }, (_, i) =>
        text(`f${i}`, { condition: { a: { in: Array.from({ length: 100 }, (__, n) => `v${n}`) } } }),
      )
      expect((await preview([text('a'), ...many])).problems).toEqual(['11 condition', '12 condition'])
      expect((await preview([text('a'), ...many.slice(0, 10)])).problems).toEqual([])
    })

    test('is not published, and the form that is in force stays', async () => {
      const forms = formsOf(at)
      const id = await forms.form({ name: 'Checkup', target: '1', fields: [text('a')] })
      expect(await forms.publish(id)).toBe(1)
      await forms.change(id, {
        b: { label: 'b', type: 'text', condition: anyOf(3000, (i) => ({ a: { eq: `v${i}` } })) },
      })
      expect(await at.call('root', 'POST', 'forms/publish', { id })).toMatchObject({
        status: 422,
        body: { errors: { 'fields.1.condition': expect.stringContaining('200') } },
      })
      expect((await at.call('root', 'GET', `forms/${id}/version`)).body.form).toMatchObject({ number: 1 })
    })
  })
})
