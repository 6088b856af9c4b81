/** Type of the tariffs that price deliveries. */
export const COURIER = '4'
