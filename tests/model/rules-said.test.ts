import { beforeAll, expect, test } from 'vitest'
import { fieldTypes } from '../../src/fields/data'
import type { Entity } from '../../src/model/entity'
import type { Model } from '../../src/model/model'
import type { Resource } from '../../src/model/resource'
import type { Rule } from '../../src/model/rules/rule'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import type { RecordContext } from '../../src/server/records/record-context'
import { ruleSentenceFor } from '../../src/server/records/said/rule-words'
import { APPLICATION } from '../application'
import { ownWords } from '../own-words'

let model: Model
beforeAll(async () => {
  model = checkedModel(await readSourceFiles(process.cwd()), APPLICATION)
})

/** Rules that people are told why something cannot be done by. */
function told(resource: Resource, { fields, flow, checks }: Entity): readonly Rule[] {
  const rules = [
    resource.see,
    resource.create,
    ...resource.actions.map(({ when }) => when),
    ...Object.values(flow?.moves ?? {}).map(({ when }) => when),
    ...checks.map(({ assert }) => assert),
    ...Object.values(fields).flatMap(({ see, edit, require, set }) => [see, edit, require, set?.when]),
  ]
  return rules.flatMap((rule) => rule ?? [])
}

test.each(['es', 'en'])(
  'no rule of the application is told by the name of a field, a fact or a setting (%s)',
  (language) => {
    const rights = Object.fromEntries(Object.keys(model.resources).map((name) => [name, { see: true, edit: true }]))
    const actor = { id: 1, root: true, operator: true, language, rights, facts: {}, scopes: {} }
    let count = 0
    const raw: string[] = []
    for (const resource of Object.values(model.resources)) {
      const entity = model.entities[resource.entity]
      if (!entity) continue
      const context = {
        runtime: { words: ownWords(), fieldTypes },
        model,
        actor,
        resource,
        entity,
        settings: {},
        now: new Date(0),
        origin: {},
      } as unknown as RecordContext
      for (const rule of told(resource, entity)) {
        const sentence = ruleSentenceFor(context, rule)
        count++
        if (/\b[a-z]+_[a-z_]+\b/.test(sentence)) raw.push(`${resource.name}: ${sentence}`)
      }
    }
    expect(count).toBeGreaterThan(100)
    expect([...new Set(raw)]).toEqual([])
  },
)
