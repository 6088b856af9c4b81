import { join } from 'node:path'
import { beforeAll, describe } from 'vitest'
import { checkedModel } from '../../src/server/language/metadata/metadata'
import { readSourceFiles } from '../../src/server/language/metadata/source-files'
import { APPLICATION } from '../application'
import { oneEngine } from '../engines'
import { isTried } from '../turns'
import { conformanceApp, type ConformanceApp } from './conformance-app'
import { randomSource, runSeed } from '../random-source'
import { resourceSuite } from './resource-suite'
import { singletonSuite } from './singleton-suite'
import { writesAlike } from './written-suite'

const features = APPLICATION
const files = await readSourceFiles(join(import.meta.dirname, '../..'))
const model = checkedModel(files, features)
const seed = runSeed()

/**
 * What can be written here depends on the other tables, which no sample knows: `tests/api/forms.test.ts`, `events.test.ts`,
 * `service-history.test.ts`, `services-import.test.ts` and `client-rides.test.ts` hold it, `invoice-payments.test.ts` what is done with an issued invoice.
 */
const HELD_ELSEWHERE = new Set(['forms', 'form_fields', 'alerts', 'service_tolls', 'service_pauses', 'service_claims', 'services_import', 'invoice_payments', 'credit_notes', 'order_incidents'])

/** Fields that a hook settles by what else there is: an overlap is accepted only where there is one (`tests/api/zones.test.ts`). */
const SETTLED: { readonly [entity: string]: readonly string[] } = { zones: ['accept_overlap'] }

// The application as it is: every catalogue its files name.
oneEngine((_engine, open) => {
  let app: ConformanceApp
  beforeAll(async () => {
    app = await conformanceApp(open, files, features)
  })
  for (const resource of Object.values(model.resources)) {
    const entity = model.entities[resource.entity]
    if (!resource.singleton && resource.module !== null && resource.rest === undefined && entity) {
      describe(resource.name, () => writesAlike(resource, () => app))
    }
    // What the program alone writes has tests of its own.
    if (!isTried(resource.name) || resource.readOnly || HELD_ELSEWHERE.has(resource.entity) || resource.module === null || !entity) continue
    if (resource.singleton) singletonSuite(resource, entity, () => app, randomSource(seed))
    else resourceSuite(resource, entity, () => app, randomSource(seed), new Set(SETTLED[entity.name]))
  }
})
