import type { FareLine, FareTrip, LineKind } from './fare'
import type { FareTerms } from './fare-terms'

/** The input of one part of a fare: the terms, the trip, and the lines before it. */
export interface FareState {
  readonly terms: FareTerms
  readonly trip: FareTrip
  readonly lines: readonly FareLine[]
}

/** Adds its lines to a fare; none where it does not apply. */
export type FarePart = (state: FareState) => readonly FareLine[]

/** Lines of several parts in order; each part sees the lines before it. */
export const assemble = (parts: readonly FarePart[], state: FareState): readonly FareLine[] =>
  parts.reduce<readonly FareLine[]>((lines, part) => [...lines, ...part({ ...state, lines })], state.lines)

/** What the ride itself costs: percentages of "the run" are taken of these. */
export const RUN: readonly LineKind[] = [
  'base',
  'distance',
  'time',
  'zones',
  'fixed',
  'return',
  'minimum',
  'capacity',
  'edited',
]

/** Sum of the lines of some kinds, minor units. */
export const sumOfLines = (lines: readonly FareLine[], kinds?: readonly LineKind[]): number =>
  lines.reduce((sum, { kind, amount }) => (kinds && !kinds.includes(kind) ? sum : sum + amount), 0)

/** What a percentage is taken of: those of the kinds that occur, and their sum. */
export function baseOf(lines: readonly FareLine[], kinds: readonly LineKind[]): NonNullable<FareLine['base']> {
  const of = kinds.filter((kind) => lines.some((line) => line.kind === kind))
  return { of, amount: sumOfLines(lines, of) }
}

/** The tariff as the source of a line. */
export const tarifSource = ({ tarif }: FareTerms): FareLine['source'] => ({
  entity: 'tarifs',
  id: tarif.id,
  name: tarif.name,
})

/** Figures as people read them: at most three decimals. */
export const shown = (value: number): number => (Number.isFinite(value) ? Math.round(value * 1000) / 1000 : 0)
