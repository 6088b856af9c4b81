import { type ExactRate, floor, nearest } from './exact'

/** How amounts of a currency are written and rounded. */
interface Currency {
  readonly exponent: number
  readonly decimals_round: number
}

/** Largest amount of a line, in minor units: sums stay exact integers, and a mistyped rate stays a number. */
export const MAX_MINOR = 10_000_000_000_000

/** An amount in the currency's units as minor units, rounded once, halves upwards. */
export const toMinor = (units: ExactRate, currency: Currency): number => onGrid(units, currency, nearest)

/** The same, rounded down: for a limit that must never be exceeded. */
export const toMinorDown = (units: ExactRate, currency: Currency): number => onGrid(units, currency, floor)

/** An amount in minor units in the currency's units, for people to read. */
export const toUnits = (minor: number, { exponent }: Pick<Currency, 'exponent'>): number =>
  Number(`${minor}e-${exponent}`)

/** An amount in minor units as an exact number of the currency's units; a negative one becomes 0. */
export const ofMinor = (minor: number, { exponent }: Pick<Currency, 'exponent'>): ExactRate => ({
  top: BigInt(Math.max(0, minor)),
  over: 10n ** BigInt(exponent),
})

function onGrid(units: ExactRate, { exponent, decimals_round }: Currency, round: (value: ExactRate) => bigint): number {
  const decimals = Math.max(0, Math.min(decimals_round, exponent))
  const rounded =
    round({ top: units.top * 10n ** BigInt(decimals), over: units.over }) * 10n ** BigInt(exponent - decimals)
  return rounded > BigInt(MAX_MINOR) ? MAX_MINOR : Number(rounded)
}
