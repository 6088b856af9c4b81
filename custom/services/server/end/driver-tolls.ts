import { AppError, type JsonObject } from '#engine/model'

/** Default for `most_driver_tolls`: currency units that a driver may charge beyond the tolls of the agreed route. */
export const MAX_DRIVER_TOLLS = 50

type Toll = { readonly price: number }

/**
 * Limits the tolls that a driver reports: those of the agreed route, plus `most_driver_tolls` for a different route. An
 * operator settles anything above.
 * @throws {AppError} VALIDATION at `tolls`
 */
export function assertDriverTolls(reported: readonly Toll[], agreed: readonly Toll[], settings: JsonObject): void {
  const beyond = Number(settings['most_driver_tolls'] ?? MAX_DRIVER_TOLLS)
  const max = cents(agreed) + Math.round((Number.isFinite(beyond) && beyond >= 0 ? beyond : MAX_DRIVER_TOLLS) * 100)
  const sum = cents(reported)
  if (sum <= max) return
  const params = { sum: (sum / 100).toFixed(2), max: (max / 100).toFixed(2) }
  throw new AppError('VALIDATION', {
    say: 'services.tolls_over',
    params,
    errors: { tolls: { key: 'services.tolls_over', params } },
  })
}

const cents = (tolls: readonly Toll[]): number => tolls.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
