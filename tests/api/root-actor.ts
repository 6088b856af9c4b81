import type { Actor } from '../../src/model/rights/actor'

/** Who may everything, for what is called below the front door; `id` of his row in `users`. */
export const rootActor = (id: number): Actor => ({
  id, root: true, operator: true, corporate: false, language: 'es', scopes: {}, rights: {}, facts: { id, root: true, operator: true },
})
