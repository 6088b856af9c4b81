/** Type of the tariffs that look up the price between two zones (spec 2 §3). */
export const BY_ZONES = '2'
/** Type of the tariffs that price deliveries. */
export const COURIER = '4'
