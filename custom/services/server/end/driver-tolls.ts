import { AppError, type JsonObject } from '#engine/model'

/** Currency units that a driver may charge beyond the tolls of the agreed way, where the settings do not say. */
export const MAX_DRIVER_TOLLS = 50

type Toll = { readonly price: number }

/**
 * Holds a driver to what tolls can be: those of the agreed way, and `most_driver_tolls` beyond them for another way. What is more is an
 * operator's to settle.
 * @throws {AppError} VALIDATION at `tolls`
 */
export function assertDriverTolls(told: readonly Toll[], agreed: readonly Toll[], settings: JsonObject): void {
  const beyond = Number(settings['most_driver_tolls'] ?? MAX_DRIVER_TOLLS)
  const most = cents(agreed) + Math.round((Number.isFinite(beyond) && beyond >= 0 ? beyond : MAX_DRIVER_TOLLS) * 100)
  const sum = cents(told)
  if (sum <= most) return
  const params = { sum: (sum / 100).toFixed(2), most: (most / 100).toFixed(2) }
  throw new AppError('VALIDATION', { say: 'services.tolls_over', params, errors: { tolls: { key: 'services.tolls_over', params } } })
}

const cents = (tolls: readonly Toll[]): number => tolls.reduce((sum, { price }) => sum + Math.round(price * 100), 0)
