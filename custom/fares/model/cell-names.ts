/** Cells and inputs that the catalogues of fares name; the browser half draws each of them. */
export const CELLS = [
  'demand-window',
  'product-business',
  'product-state',
  'promotion-amount',
  'promotion-state',
  'promotion-used',
  'service-fee',
  'surcharge',
  'tarif-subscriptions',
] as const
