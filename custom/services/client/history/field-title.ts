import type { Model } from '#engine/model'

/** What a field that administrators added is called. */
export const fieldTitle = (model: Model, name: string): string =>
  model.entities['services']?.fields[name]?.title ?? name
