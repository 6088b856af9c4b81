import type { Samples } from '#engine/model'

export const samples: Samples = { partner_workers: { from: { id_company: 'partners' } } }
