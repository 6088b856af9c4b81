import type { Model } from './model'
import type { Resource } from './resource'

/** The catalogue of a module. */
export const catalogueOf = ({ resources }: Pick<Model, 'resources'>, module: string): Resource | undefined =>
  resources[module] ?? Object.values(resources).find((resource) => resource.module === module)
