import type { Samples } from '#engine/model'

export const samples: Samples = {
  // Stops on streets, a fare and a search come with a ride.
  services: { madeByCall: true },
  service_tolls: { heldBy: ['api/service-history.test.ts'], ownersHeldBy: ['api/service-history.test.ts'] },
  service_pauses: { heldBy: ['api/service-history.test.ts'], ownersHeldBy: ['api/service-history.test.ts'] },
  service_claims: { heldBy: ['api/client-rides.test.ts'] },
  services_import: { heldBy: ['api/services-import.test.ts'] },
}
