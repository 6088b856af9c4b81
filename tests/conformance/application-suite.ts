import { beforeAll, describe } from 'vitest'
import type { SourceFile } from '../../src/model/load'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import type { ReadWords } from '../../src/server/language/words/read-words'
import type { ServerFeature } from '#engine/server'
import { oneEngine } from '../engines'
import { randomSource, runSeed } from '../random-source'
import { isTried } from '../turns'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { resourceSuite } from './resource-suite'
import { sampleOf } from './samples'
import { singletonSuite } from './singleton-suite'
import { writesAlike } from './written-suite'

/** What every catalogue that an application's files name must do. @param words where they are not this project's */
export function applicationSuite(
  files: readonly SourceFile[],
  features: readonly ServerFeature[],
  words?: ReadWords,
): void {
  const model = checkedModel(files, features)
  const seed = runSeed()
  oneEngine((_engine, open) => {
    let app: ConformanceApp
    beforeAll(async () => {
      app = await conformanceApp(open, files, features, undefined, words)
    })
    for (const resource of Object.values(model.resources)) {
      const entity = model.entities[resource.entity]
      if (!resource.singleton && resource.module !== null && resource.rest === undefined && entity) {
        describe(resource.name, () => writesAlike(resource, () => app))
      }
      const { heldBy, settled } = sampleOf(resource)
      // What the program alone writes has tests of its own.
      if (!isTried(resource.name) || resource.readOnly || heldBy || resource.module === null || !entity) continue
      if (resource.singleton) singletonSuite(resource, entity, () => app, randomSource(seed))
      else resourceSuite(resource, entity, () => app, randomSource(seed), new Set(settled))
    }
  })
}
