import { beyond, type ExactRate, exact, least, ZERO_EXACT, per, times } from './exact'
import type { FareLine, FareTrip } from './fare'
import { shown, tarifSource } from './fare-part'
import type { FareTerms, TarifTerms } from './fare-terms'
import { toMinor } from './money'

/** Start, distance and time: what a meter counts. */
export function meterLines(terms: FareTerms, trip: FareTrip): readonly FareLine[] {
  const { tarif } = terms
  const unit = Math.abs(terms.unit_m - METRES_OF_MILE) < 1 ? 'mi' : 'km'
  return [
    {
      kind: 'base',
      amount: toMinor(exact(tarif.price_base), terms),
      source: tarifSource(terms),
      rule: tarif.type === '2' ? 'base_without_zones' : 'base',
      inputs: { price: tarif.price_base },
    },
    ...count(terms, {
      kind: 'distance',
      measure: 'km',
      price: tarif.price_km,
      unit,
      length: per(exact(trip.distance_m), exact(terms.unit_m)),
      included: exact(tarif.km_minimal),
    }),
    ...count(terms, {
      kind: 'time',
      measure: 'min',
      price: tarif.price_minute,
      unit: 'min',
      length: per(exact(trip.duration_s), exact(60)),
      included: ZERO_EXACT,
    }),
  ]
}

const METRES_OF_MILE = 1609.344

interface Counted {
  readonly kind: 'distance' | 'time'
  readonly measure: Range['measure']
  readonly unit: 'km' | 'mi' | 'min'
  /** Price of a unit outside all ranges. */
  readonly price: number
  readonly length: ExactRate
  /** Units from the start that are free. */
  readonly included: ExactRate
}

type Range = TarifTerms['ranges'][number]

/**
 * One line for each range that the trip extends into, each at its own price (marginal); where there are no ranges, one
 * line.
 */
function count(terms: FareTerms, counted: Counted): readonly FareLine[] {
  const steps = stepsOf(terms.tarif, counted)
  return steps.flatMap((step, at) => {
    const next = steps[at + 1]
    const end = next ? least(exact(next.from), counted.length) : counted.length
    const reached = beyond(end, exact(step.from))
    if (reached.top === 0n || (step.id === null && !(step.price > 0))) return []
    const charged = beyond(end, later(exact(step.from), counted.included))
    const source =
      step.id === null ? tarifSource(terms) : { entity: 'tarif_ranges', id: step.id, name: terms.tarif.name }
    return [
      {
        kind: counted.kind,
        amount: toMinor(times(charged, exact(step.price)), terms),
        source,
        ...ruleLine(counted, step, next, charged),
      },
    ]
  })
}

/** The sentence that explains the units charged of a step, and its figures. */
function ruleLine(
  { kind, unit, included }: Counted,
  step: Step,
  next: Step | undefined,
  charged: ExactRate,
): Pick<FareLine, 'rule' | 'inputs'> {
  const inputs = { charged: read(charged), unit, price: step.price }
  if (charged.top === 0n) return { rule: `${kind}_included`, inputs: { ...inputs, included: read(included) } }
  if (next) return { rule: `${kind}_range`, inputs: { ...inputs, from: step.from, to: next.from } }
  if (step.from > 0) return { rule: `${kind}_from`, inputs: { ...inputs, from: step.from } }
  return included.top > 0n
    ? { rule: `${kind}_beyond`, inputs: { ...inputs, included: read(included) } }
    : { rule: kind, inputs }
}

interface Step {
  readonly id: number | null
  readonly from: number
  readonly price: number
}

/**
 * The steps in order; below the first range the tariff's own price applies. Of two that begin alike, the last one
 * written applies.
 */
function stepsOf(tarif: TarifTerms, { measure, price }: Counted): readonly Step[] {
  const ranges = tarif.use_ranges ? tarif.ranges.filter((range) => range.measure === measure) : []
  const steps: readonly Step[] = [...ranges].sort((a, b) => a.from - b.from || a.id - b.id)
  return steps[0]?.from === 0 ? steps : [{ id: null, from: 0, price }, ...steps]
}

const later = (a: ExactRate, b: ExactRate): ExactRate => (least(a, b) === a ? b : a)

const read = ({ top, over }: ExactRate): number => shown(Number((top * 1_000_000n) / over) / 1_000_000)
