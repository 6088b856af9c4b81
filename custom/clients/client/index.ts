import type { ClientFeature } from '#engine/client'

/** The clients' page: their rides, from the booking to the complaint. */
export const clients: ClientFeature = {
  name: 'clients',
  publicPages: [{ begins: '/rides', open: () => import('./page/clients-page') }],
}
