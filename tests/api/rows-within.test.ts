import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json'
import { oneEngine } from '../engines'
import { testApp, type TestApp } from './fixture-app'

const text = { type: 'string', maxLength: 40 }
const most = (field: string, of: string): JsonObject => ({
  id: 'most',
  at: field,
  say: 'promotions.ends_after_start',
  when: { [field]: { isNull: false } },
  assert: { [field]: { lte: { field: of } } },
})
const SCHEMAS: { readonly [entity: string]: JsonObject } = {
  treatments: {
    title: 'Tratamiento',
    required: ['name'],
    'x-scope': { shared: true },
    'x-represent': '{name}',
    properties: {
      name: text,
      longest: { type: 'integer', title: 'Límite' },
      rate: { 'x-type': 'money', title: 'Tarifa' },
      is_strict: { type: 'boolean', title: 'Estricto', default: 0 },
      hours: { 'x-type': 'children', 'x-of': 'hours', 'x-link': 'id_treatment' },
    },
  },
  hours: {
    title: 'Sesión',
    'x-scope': { shared: true },
    'x-represent': '{minutes}',
    'x-checks': [most('minutes', 'id_treatment.longest')],
    properties: {
      id_treatment: { 'x-type': 'ref', 'x-to': 'treatments' },
      minutes: { type: 'integer', title: 'Minutos' },
      rate: { 'x-type': 'money', title: 'Tarifa', 'x-copy': { from: 'id_treatment.rate' } },
      cost: { 'x-type': 'money', title: 'Costo', maximum: 999, 'x-formula': { mul: ['minutes', 'id_treatment.rate'] } },
      why: { ...text, title: 'Motivo', 'x-require': { 'id_treatment.is_strict': { eq: true } } },
      exercises: { 'x-type': 'children', 'x-of': 'exercises', 'x-link': 'id_session' },
    },
  },
  exercises: {
    title: 'Ejercicio',
    'x-scope': { shared: true },
    'x-represent': '{minutes}',
    'x-checks': [most('minutes', 'id_session.minutes')],
    properties: { id_session: { 'x-type': 'ref', 'x-to': 'hours' }, minutes: { type: 'integer', title: 'Minutos' } },
  },
}

oneEngine((_engine, open) => {
  describe('what a row reads of its record', () => {
    let at: TestApp
    const save = async (input: JsonObject) => {
      const { status, body } = await at.call('root', 'POST', 'treatments/create', input)
      return {
        status,
        errors: Object.keys((body.errors as JsonObject | undefined) ?? {}),
        item: body.item as JsonObject,
      }
    }
    const rows = (item: JsonObject, field: string) => item[field] as readonly JsonObject[]
    const made = async () => {
      const input = { longest: 10, rate: 5, hours: [{ minutes: 8, exercises: [{ minutes: 6 }] }] }
      const {
        item: { id = null },
      } = await save({ name: 'Rodilla', ...input })
      const { body } = await at.call('root', 'GET', `treatments/${String(id)}`)
      const [session = {}] = rows(body.item as JsonObject, 'hours')
      const [exercise = {}] = rows(session, 'exercises')
      return { id, session: { id: session.id ?? null }, exercise: { id: exercise.id ?? null } }
    }
    beforeAll(async () => {
      at = await testApp({ schemas: SCHEMAS, open })
    })

    test('is what the record becomes by the same save, in checks and rules', async () => {
      const { id, session } = await made()
      const saved = (more: JsonObject, hour: JsonObject) => save({ id, ...more, hours: [{ ...session, ...hour }] })
      const wrong = (at: string) => ({ status: 422, errors: [`hours.0.${at}`] })
      expect(await save({ id, longest: 30, hours: [{ ...session, minutes: 20 }, { minutes: 30 }] })).toMatchObject({
        status: 200,
      })
      expect(await saved({ longest: 12 }, { minutes: 13 })).toMatchObject(wrong('minutes'))
      expect(await saved({ is_strict: 1 }, { minutes: 12 })).toMatchObject(wrong('why'))
      expect(await saved({ is_strict: 1, longest: 12 }, { minutes: 12, why: 'Dolor' })).toMatchObject({ status: 200 })
      expect(await saved({ is_strict: 0 }, { why: null })).toMatchObject({ status: 200 })
    })

    test('is so for rows of rows', async () => {
      const { id, session, exercise } = await made()
      const both = (session_min: number, exercise_min: number) =>
        save({
          id,
          hours: [{ ...session, minutes: session_min, exercises: [{ ...exercise, minutes: exercise_min }] }],
        })
      expect(await both(10, 10)).toMatchObject({ status: 200 })
      expect(await both(7, 8)).toMatchObject({ status: 422, errors: ['hours.0.exercises.0.minutes'] })
      expect(await both(7, 7)).toMatchObject({ status: 200 })
    })

    test('is copied and reckoned with as it will be', async () => {
      const { id, session } = await made()
      const { item } = await save({ id, rate: 7, hours: [session, { minutes: 10 }] })
      expect(rows(item, 'hours')).toMatchObject([
        { rate: 5, cost: 56 },
        { rate: 7, cost: 70 },
      ])
      expect(await save({ id, rate: 101, hours: [session, { minutes: 10 }] })).toMatchObject({ status: 422 })
    })
  })
})
