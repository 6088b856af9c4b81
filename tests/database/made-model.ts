import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { errorText, loadModel } from '../../src/model/load'
import type { Model } from '../../src/model/model'

/** A Model from schemas and resources written in a test; a fault in them is a fault of the test. */
export function madeModel(schemas: { readonly [name: string]: JsonObject }, resources: { readonly [name: string]: JsonObject } = {}): Model {
  const files = [
    ...Object.entries(schemas).map(([name, json]) => ({ path: `schemas/${name}.json`, text: JSON.stringify({ type: 'object', ...json }) })),
    ...Object.entries(resources).map(([name, json]) => ({ path: `resources/${name}.json`, text: JSON.stringify(json) })),
  ]
  const { model, faults } = loadModel(files, fieldTypes, { widgets: [], panels: [] })
  if (faults.length > 0) throw new Error(faults.map(errorText).join('\n'))
  return model
}
