import type { Model } from '../../model/model'
import type { ServerFeature } from '../feature'

/** Sentences about the fields that features count on and the metadata does not have: metadata may change after the build. */
export function missingNeeds(model: Model, features: readonly ServerFeature[]): string[] {
  return features.flatMap(({ name, needs }) => Object.entries(needs).flatMap(([entity, fields]) => {
    const found = model.entities[entity]
    if (!found) return [`F001 custom/${name}: needs the entity "${entity}". Add schemas/${entity}.json.`]
    return fields.filter((field) => !found.fields[field])
      .map((field) => `F002 custom/${name}: needs the field "${field}" of "${entity}". Add it to schemas/${entity}.json.`)
  }))
}
