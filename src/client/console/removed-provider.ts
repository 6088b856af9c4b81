import type { CatalogueAnswers } from '../../model/catalogue-answers'
import type { JsonObject } from '../../model/json'

/** What was removed, and what a removal does elsewhere. */
export interface RemovedProvider {
  /** What can be had back, the latest first; `days`: how long it is kept. */
  removed(resource: string, page: number): Promise<CatalogueAnswers['removed']>
  /** Brings a removed record back. @returns what is said of it */
  restore(resource: string, id: number | string): Promise<string>
  /** What removing these would change elsewhere, in sentences. */
  removing(
    resource: string,
    of: { readonly ids: readonly (number | string)[] } | { readonly filter: JsonObject; readonly expected: number },
  ): Promise<readonly string[]>
}
