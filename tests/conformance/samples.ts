import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Resource } from '../../src/model/resource'
import type { Sample, Samples } from '../../src/model/samples'

/** Of the engine's own entities. */
const ENGINE: Samples = {
  // An entry of the menu leads to a page of the console or out of it, and a random text to neither.
  modules: { values: { url: (random) => `https://ejemplo.test/${Math.floor(random() * 1e9).toString(36)}` } },
  forms: { heldBy: ['api/forms.test.ts'] },
  form_fields: { heldBy: ['api/forms.test.ts'], ownersHeldBy: ['api/dynamic-fields.test.ts'] },
  alerts: { heldBy: ['api/events.test.ts'], ownersHeldBy: ['api/events.test.ts'] },
}

const CUSTOM = join(import.meta.dirname, '../../custom')

/** What each feature says of its own catalogues, and the engine of its own. */
export const SAMPLES: Samples = Object.assign(
  {},
  ENGINE,
  ...(await Promise.all(
    readdirSync(CUSTOM)
      .filter((feature) => existsSync(join(CUSTOM, feature, 'samples.ts')))
      .map(
        async (feature) =>
          ((await import(`../../custom/${feature}/samples.ts`)) as { readonly samples: Samples }).samples,
      ),
  )),
)

/** What is said of a catalogue, or of all over its entity. */
export const sampleOf = ({ name, entity }: Pick<Resource, 'name' | 'entity'>): Sample => ({
  ...SAMPLES[entity],
  ...SAMPLES[name],
})
