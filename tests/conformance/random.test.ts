import { beforeAll, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { allCells } from '../../src/client/resource/form/form-fields'
import { oneEngine } from '../engines'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { PROPERTIES, randomFiles } from './random-schemas'
import { randomSource, runSeed } from '../random-source'
import { resourceSuite } from './resource-suite'
import { singletonSuite } from './singleton-suite'

const seed = runSeed()
const files = randomFiles(randomSource(seed), 4)
// The engine draws no map itself.
const features = [{ name: 'maps', needs: {}, layouts: ['map' as const], charts: ['map' as const] }]
const model = checkedModel(files, features)

test('every field type is tried', () => {
  const used = new Set(
    Object.values(model.entities).flatMap(({ fields }) => Object.values(fields).map(({ type }) => type)),
  )
  // Tags come with a catalogue that has them: those of the project are tried.
  expect(Object.keys(fieldTypes).filter((type) => type !== 'tags' && !used.has(type))).toEqual([])
  // References and rows need another entity, and are added to each schema as a whole.
  const related = new Set(['tags', 'ref', 'ref-any', 'keyref', 'refs', 'children', 'computed'])
  expect(Object.keys(fieldTypes).filter((type) => !related.has(type) && !PROPERTIES[type])).toEqual([])
})

test('however a form is laid out, it has each field once and whatever nobody can be without', () => {
  const layouts = new Set<string>()
  // Enough of them that each layout comes, whatever the seed.
  for (const one of [
    model,
    ...Array.from({ length: 6 }, (_, at) => checkedModel(randomFiles(randomSource(seed + 100 + at), 3), features)),
  ]) {
    for (const { form, entity, fixed, rest, singleton, readOnly, param } of Object.values(one.resources)) {
      layouts.add(form.layout ?? 'rows')
      const names = allCells(form.rows).map(({ f }) => f)
      expect(names).toEqual([...new Set(names)])
      if (form.layout)
        expect(form.rows.every((row) => 'rows' in row && row.title !== undefined && row.group !== undefined)).toBe(true)
      if (rest !== undefined || singleton || readOnly) continue
      const needed = Object.values(one.entities[entity]?.fields ?? {}).filter(
        (field) => field.required && !field.system && !field.secret && !field.readOnly && field.default === undefined,
      )
      expect(names).toEqual(
        expect.arrayContaining(
          needed.map(({ name }) => name).filter((name) => !Object.hasOwn(fixed, name) && name !== param?.field),
        ),
      )
    }
  }
  expect([...layouts].sort()).toEqual(['rows', 'steps', 'tabs'])
})

// Schemas that nobody wrote: each is a complete module with no other line.
oneEngine((_engine, open) => {
  let app: ConformanceApp
  beforeAll(async () => {
    app = await conformanceApp(open, files, features)
  })
  for (const resource of Object.values(model.resources)) {
    const entity = model.entities[resource.entity]
    if (resource.module !== null && entity)
      (resource.singleton ? singletonSuite : resourceSuite)(resource, entity, () => app, randomSource(seed + 1))
  }
})
