import { expect, test } from 'vitest'
import { ruleWords } from '../../src/client/resource/rule-words'
import type { Rule } from '../../src/model/rules/rule'
import { ruleSentence } from '../../src/model/rules/rule-sentence'
import { libraryModel } from '../model/model-fixture'
import { ownWords } from '../own-words'

const SETTINGS = {
  title: 'Ajustes',
  'x-settings': true,
  properties: { can_lend: { type: 'boolean', title: 'Se presta a todos', default: 1 } },
}
const whole = libraryModel(['schemas/options.json', '', SETTINGS], ['resources/options.json', '', { singleton: true }])
const { users: _, options: __, ...seen } = whole.entities

function said(model: typeof whole, rule: Rule): string {
  const entity = whole.entities.books
  if (!entity) throw new Error('no books')
  const translate = (key: string, params: object = {}): string => {
    const text = ownWords().say('es', key, params as { readonly [name: string]: string })
    return text === key ? ((params as { readonly _?: string })._ ?? key) : text
  }
  return ruleSentence(
    rule,
    ruleWords(translate, model, entity, (name) => entity.fields[name]?.title ?? name),
  )
}

test('a rule is read aloud by the labels of settings and facts, and never by their names', () => {
  const setting: Rule = {
    operand: { kind: 'setting', name: 'can_lend' },
    op: 'eq',
    value: { kind: 'literal', value: 1 },
  }
  const fact: Rule = { operand: { kind: 'user', name: 'points' }, op: 'gt', value: { kind: 'literal', value: 3 } }
  expect(said(whole, setting)).toBe('el ajuste Se presta a todos es sí')
  expect(said(whole, fact)).toContain('de su usuario')
  expect(said(whole, fact)).not.toContain('points')
  // What the asker's Model has not is named by nobody; a fact with words of its own is told all the same.
  const other = { ...whole, entities: seen }
  expect([setting, fact].map((rule) => said(other, rule))).toEqual(Array(2).fill('un dato que usted no ve lo permite'))
  const root: Rule = { operand: { kind: 'user', name: 'root' }, op: 'eq', value: { kind: 'literal', value: true } }
  expect(said(other, root)).toBe('usted tiene acceso total')
})
