import { beforeAll, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import { checkedModel } from '../../src/server/metadata/metadata'
import { oneEngine } from '../engines'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { PROPERTIES, randomFiles } from './random-schemas'
import { randomSource, runSeed } from '../random-source'
import { resourceSuite } from './resource-suite'
import { singletonSuite } from './singleton-suite'

const seed = runSeed()
const files = randomFiles(randomSource(seed), 4)
const model = checkedModel(files, [])

test('every field type is tried', () => {
  const used = new Set(Object.values(model.entities).flatMap(({ fields }) => Object.values(fields).map(({ type }) => type)))
  expect(Object.keys(fieldTypes).filter((type) => !used.has(type))).toEqual([])
  // References and rows need another entity, and are added to each schema as a whole.
  const related = new Set(['ref', 'ref-any', 'keyref', 'refs', 'children', 'computed'])
  expect(Object.keys(fieldTypes).filter((type) => !related.has(type) && !PROPERTIES[type])).toEqual([])
})

// Schemas that nobody wrote: each is a complete module with no other line.
oneEngine((_engine, open) => {
  let app: ConformanceApp
  beforeAll(async () => {
    app = await conformanceApp(open, files, [])
  })
  for (const resource of Object.values(model.resources)) {
    const entity = model.entities[resource.entity]
    if (resource.module !== null && entity) (resource.singleton ? singletonSuite : resourceSuite)(resource, entity, () => app, randomSource(seed + 1))
  }
})
