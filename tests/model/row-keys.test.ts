import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { visibleModel } from '../../src/model/visible/visible-model'
import type { Actor } from '../../src/model/rights/actor'
import { namesIn, rowsMeta } from '../../src/model/row-keys'
import { ruleFields } from '../../src/model/rules/rule-fields'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'

const model = checkedModel(await readSourceFiles(join(import.meta.dirname, '../..')), APPLICATION)
const root: Actor = {
  id: 1,
  root: true,
  operator: true,
  language: 'es',
  rights: {},
  facts: { root: 1, operator: 1 },
  scopes: {},
}
const seen = visibleModel(model, root)
const keysOf = (name: string, shown: readonly string[] = []): readonly string[] =>
  rowsMeta(seen, root, seen.resources[name]!, { columns: { order: [], shown } })?.columns.split(',') ?? []

describe('the rows of a list that are less than records', () => {
  const narrow = Object.values(seen.resources).filter(({ list }) => list.reads)

  test.each(narrow.map(({ name }) => name))(
    '%s: have what its columns show, its actions ask and send, and their rules look at',
    (name) => {
      const { list, actions, entity } = seen.resources[name]!
      const { fields } = seen.entities[entity]!
      const looked = actions
        .flatMap(({ when, go = '', ask, call }) => [
          ...(when ? ruleFields(when) : []),
          ...namesIn(go),
          ...(ask?.fields ?? []).map((field) => field.name),
          ...Object.values(call?.send ?? {}),
        ])
        .filter((key) => fields[key])
      expect(keysOf(name)).toEqual(
        expect.arrayContaining([...list.columns.map(({ f }) => f), ...looked, ...(list.reads ?? []), 'id', 'version']),
      )
    },
  )

  test('have the columns that their user shows, and nothing of the details that nobody opened', () => {
    expect(keysOf('services')).not.toContain('price_toll')
    expect(keysOf('services', ['price_toll', 'co_name'])).toEqual(
      expect.arrayContaining(['price_toll', 'co_name', 'id_company']),
    )
  })

  test('are whole records where the catalogue says nothing', () => {
    expect(rowsMeta(seen, root, seen.resources['companies']!, {})).toBeUndefined()
  })
})
