import { describe, expect, test } from 'vitest'
import { json } from '../../src/fields/json/data'
import { fieldTypes } from '../../src/fields/data'
import type { Field } from '../../src/model/field'
import type { Json, JsonObject } from '../../src/model/json'
import { MetadataErrors } from '../../src/model/loader/metadata-error'
import { holds } from '../../src/model/rules/holds'
import { parseRule, type RuleRoom } from '../../src/model/rules/parse-rule'
import type { Rule } from '../../src/model/rules/rule'
import {
  asksAlone,
  asksLength,
  ruleDraftOf,
  EMPTY_COMPARISON,
  judged,
  ruleOf,
  UNFINISHED,
  type RuleQuestion,
  type RuleComparison,
} from '../../src/model/rules/rule-draft'
import { askedFields, questionsOf, wrongIn } from '../../src/model/rules/rule-questions'
import { ruleText } from '../../src/model/rules/rule-text'
import SPANISH from '../../i18n/es/engine.json' with { type: 'json' }
import * as fc from '../fast-check'
import { libraryModel } from './model-fixture'

const { entities } = libraryModel()
const books = entities.books!
const ROOM: RuleRoom = { entity: books, entities, fieldTypes, facts: ['operator', 'id', 'name'], settings: null }
const NOW_MS = Date.UTC(2026, 10, 21, 3, 0)

const read = (written: Json): { readonly rule: Rule; readonly wrong: readonly string[] } => {
  const list = new MetadataErrors()
  const rule = parseRule(written, ROOM, list.at('test'))
  return { rule, wrong: list.errors.map(({ sentence }) => sentence) }
}
const RULE_FIELD = { schema: { 'x-rule': 'id_module' } } as unknown as Field
const refused = (written: Json): boolean => json.check(written, RULE_FIELD) !== null
const words: { readonly [key: string]: unknown } = SPANISH.rules
const sentence = (written: Json): string =>
  ruleText(read(written).rule, {
    word: (key, params = {}) => {
      const [one = '', many = one] = String(words[key]).split(' |||| ')
      return (params['smart_count'] === 1 ? one : many).replace(/%\{(\w+)\}/g, (_, name: string) =>
        String(params[name]),
      )
    },
    field: (name, ref) => (ref ? `${ref}.${name}` : (books.fields[name]?.title ?? name)),
    isDated: (operand) => operand.kind === 'field' && operand.field === 'lent',
  })

/** What a question compares with: nothing, a length of time, several values, a piece of a text, or a value. */
const comparedWith = (ask: RuleQuestion, sample: Json, length: string, piece: string): Json => {
  if (asksAlone(ask)) return null
  if (asksLength(ask)) return length
  if (ask === 'in' || ask === 'nin') return [sample]
  return ask === 'contains' ? piece : sample
}

describe('a condition that is put together', () => {
  const offered = askedFields(books, entities, fieldTypes)

  test('asks of the record and of what it refers to, and of nothing secret', () => {
    const names = offered.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'title',
        'year',
        'kind',
        'price',
        'lent',
        'id_shelf',
        'id_shelf.name',
        'id_owner.email',
        'state',
      ]),
    )
    expect(names.filter((name) => /shelf_mark|password|hash|version|date_deleted|^id$/.test(name))).toEqual([])
  })

  test('every question that is offered is a rule of the language, with a value of its field', () => {
    let tried = 0
    for (const { name, field } of offered) {
      for (const ask of questionsOf(field, fieldTypes)) {
        const sample = fieldTypes[field.type as keyof typeof fieldTypes].sample(field, () => 0.4)
        const value = comparedWith(ask, sample, '30d', 'a')
        const written = ruleOf({ kind: 'group', join: 'all', parts: [{ kind: 'comparison', field: name, ask, value }] })
        expect([name, ask, refused(written), read(written).wrong]).toEqual([name, ask, false, []])
        expect(wrongIn(field, ask, value, fieldTypes)).toBeNull()
        // What was put together is found again as it was.
        expect(ruleDraftOf(written).parts).toEqual([{ kind: 'comparison', field: name, ask, value }])
        tried++
      }
    }
    expect(tried).toBeGreaterThan(80)
  })

  const comparison = fc.constantFrom(...offered.filter(({ name }) => !name.includes('.'))).chain(({ name, field }) =>
    fc.constantFrom(...questionsOf(field, fieldTypes)).map((ask): RuleComparison => {
      const sample = fieldTypes[field.type as keyof typeof fieldTypes].sample(field, () => 0.3)
      return { kind: 'comparison', field: name, ask, value: comparedWith(ask, sample, '9d', 'e') }
    }),
  )
  const group = fc.letrec((tie) => ({
    group: fc.record({
      kind: fc.constant('group' as const),
      join: fc.constantFrom('all' as const, 'any' as const),
      parts: fc.array(fc.oneof({ maxDepth: 2 }, comparison, tie('group')), { minLength: 1, maxLength: 3 }),
    }),
  })).group as fc.Arbitrary<Parameters<typeof ruleOf>[0]>

  test('means the same after it was written and read again', () => {
    const records: readonly JsonObject[] = [
      { title: 'Peru', year: 1967, kind: 'novel', price: 12.5, lent: '2026-11-25', state: '1' },
      { title: 'e', year: 2, kind: 'atlas', price: null, lent: '2026-01-01', returned: '2026-11-20', state: '0' },
      {},
    ]
    fc.assert(
      fc.property(group, (draft) => {
        const written = ruleOf(draft)
        const again = ruleOf(ruleDraftOf(written))
        for (const record of records) {
          const context = { record, user: {}, setting: {}, now_ms: NOW_MS }
          expect(holds(read(again).rule, context)).toBe(holds(read(written).rule, context))
        }
      }),
    )
  })

  test.each([
    ['a field', { ...EMPTY_COMPARISON }],
    ['a value', { ...EMPTY_COMPARISON, field: 'kind' }],
    ['a length', { ...EMPTY_COMPARISON, field: 'lent', ask: 'next' as RuleQuestion }],
    ['a whole number of days', { ...EMPTY_COMPARISON, field: 'lent', ask: 'next' as RuleQuestion, value: '0d' }],
    ['one of the values', { ...EMPTY_COMPARISON, field: 'kind', ask: 'in' as RuleQuestion, value: [] }],
  ])('is refused at its field while %s is missing, and stays as it is', (_what, part) => {
    const beside: RuleComparison = { kind: 'comparison', field: 'year', ask: 'gt', value: 3 }
    const written = ruleOf({ kind: 'group', join: 'any', parts: [beside, part] })
    expect(json.check(written, RULE_FIELD)).toEqual({ key: 'rule' })
    expect(ruleDraftOf(written)).toMatchObject({ join: 'any', parts: [beside, { field: part.field, ask: part.ask }] })
    expect(refused(ruleOf({ kind: 'group', join: 'any', parts: [beside] }))).toBe(false)
  })

  test('is refused where the field cannot have the value, or the catalogue has no such field', () => {
    const typed: RuleComparison = { kind: 'comparison', field: 'year', ask: 'gt', value: 'mil', isWrong: true }
    const written = ruleOf({ kind: 'group', join: 'all', parts: [typed] })
    expect(refused(written)).toBe(true)
    expect(ruleDraftOf(written).parts).toEqual([typed])
    expect(wrongIn(books.fields['year']!, 'gt', 'mil', fieldTypes)).toEqual({ key: 'number' })
    const gone = ruleDraftOf({ all: [{ year: { gt: 3 } }, { any: [{ gone: { eq: 'x' } }] }] })
    const elsewhere = judged(gone, ({ field }) => !Object.hasOwn(books.fields, field))
    expect(refused(ruleOf(elsewhere))).toBe(true)
    expect(ruleOf(judged(elsewhere, () => false))).toEqual({ all: [{ year: { gt: 3 } }, { gone: { eq: 'x' } }] })
  })

  test.each([
    { not: { kind: { eq: 'novel' } } },
    { 'user.operator': { eq: true } },
    { lent: { lte: { field: 'returned' } } },
    { lent: { gte: { now: '-3d' } } },
    { kind: { in: [] } },
  ] as JsonObject[])('keeps what it has no words for: %j', (written) => {
    const both = { all: [written, { year: { gt: 3 } }] }
    expect(ruleDraftOf(both).parts[0]).toEqual({ kind: 'other', rule: written })
    expect(ruleOf(ruleDraftOf(both))).toEqual(both)
  })

  test('an empty one is no rule', () => {
    expect(ruleOf(ruleDraftOf(null))).toBeNull()
    expect(JSON.stringify(ruleOf({ kind: 'group', join: 'all', parts: [EMPTY_COMPARISON] }))).toContain(
      JSON.stringify(UNFINISHED).slice(1, -1),
    )
  })
})

describe('a date beside the present is said as people say it', () => {
  test.each([
    [{ lent: { gte: { now: '0d' }, lte: { now: '+30d' } } }, 'Lent cae en un plazo de 30 días'],
    [{ lent: { gte: { now: '-7d' }, lte: { now: '0d' } } }, 'Lent fue hace 7 días o menos'],
    [{ lent: { lt: { now: '0d' } } }, 'Lent ya pasó'],
    [{ lent: { gte: { now: '0d' } } }, 'Lent todavía no pasa'],
    [{ lent: { gt: { now: '+1d' } } }, 'Lent queda a más de 1 día'],
    [{ lent: { lt: { now: '-2d' } } }, 'Lent pasó hace más de 2 días'],
    [{ lent: { lte: { now: '-18y' } } }, 'Lent fue hace 18 años o más'],
    [{ lent: { lte: { now: '+5d' } } }, 'Lent es a más tardar dentro de 5 días'],
    [{ lent: { lt: '2026-12-01' } }, 'Lent es anterior al 2026-12-01'],
    [{ year: { gte: 1900 } }, 'Year es como mínimo 1900'],
    [
      { any: [{ all: [{ lent: { gte: { now: '0d' }, lte: { now: '+1d' } } }] }, { year: { eq: 3 } }] },
      'Lent cae en un plazo de 1 día o Year es 3',
    ],
  ] as [JsonObject, string][])('%j: %s', (written, said) => {
    expect(sentence(written)).toBe(said)
  })
})
