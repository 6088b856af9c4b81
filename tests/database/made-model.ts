import { fieldTypes } from '../../src/fields/data'
import type { JsonObject } from '../../src/model/json'
import { errorText, loadModel } from '../../src/model/load'
import type { Model } from '../../src/model/model'

/** A Model from schemas and resources written in a test; an error in them is an error of the test. */
export function madeModel(
  schemas: { readonly [name: string]: JsonObject },
  resources: { readonly [name: string]: JsonObject } = {},
): Model {
  const files = [
    ...Object.entries(schemas).map(([name, json]) => ({
      path: `schemas/${name}.json`,
      text: JSON.stringify({ type: 'object', ...json }),
    })),
    ...Object.entries(resources).map(([name, json]) => ({
      path: `resources/${name}.json`,
      text: JSON.stringify(json),
    })),
  ]
  const { model, errors } = loadModel(files, fieldTypes, { widgets: [], panels: [] })
  if (errors.length > 0) throw new Error(errors.map(errorText).join('\n'))
  return model
}
