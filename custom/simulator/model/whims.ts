/** What drivers do now and then, as shares. Without whims a driver only works. */
export interface Whims {
  /** Of rides: given back on the way to the client. */
  readonly release: number
  /** Of rides: the driver does something else first, and comes late. */
  readonly late: number
  /** Of rides: nobody comes to the door. */
  readonly noShow: number
  /** Of rides: the driver calls for help on the way. */
  readonly panic: number
  /** Of rides that are over: the driver rests. */
  readonly pause: number
  /** Of rides that are over: the driver asks for a booking. */
  readonly forward: number
}

/**
 * Default whims of the simulated drivers: with twenty of them, a ride a minute, one is given back every half hour, one
 * is late every hour, and a call for help comes three times a day.
 */
export const WHIMS: Whims = { release: 0.03, late: 0.02, noShow: 0.03, panic: 0.002, pause: 0.08, forward: 0.1 }

/** What a driver writes back to the operators. */
export const REPLIES: readonly string[] = [
  'Recibido.',
  'Entendido, central.',
  'Gracias por avisar.',
  'En eso estoy.',
  'Voy en camino.',
  'De acuerdo.',
  'Copiado, gracias.',
]
