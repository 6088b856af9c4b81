import { placeStops, type DemoStop } from './trips'

/** A grouping of the demo: who gets in where they live or work, and where all of them go, or come from. */
export interface DemoGrouping {
  readonly name: string
  readonly type: '1' | '2' | '3'
  /** Name of the place that its passengers share. */
  readonly place: string
  /** Days from today, and the second of that day when the first gets in; minutes from one passenger to the next. */
  readonly day: number
  readonly second: number
  readonly every_min: number
  /** Passengers of each ride. */
  readonly people: readonly number[]
  /** Rides that are over already, and what became of the others. */
  readonly over: number
  readonly end: 'finalized' | 'canceled' | 'scheduled'
  /** Whether a vehicle has it. */
  readonly given: boolean
}

const H = 3600

/** One in each state, and the bookings of tomorrow that nobody has grouped yet (`name` empty). */
export const DEMO_GROUPINGS: readonly DemoGrouping[] = [
  {
    name: 'Entrada Jockey Plaza, turno mañana',
    type: '1',
    place: 'Jockey Plaza',
    day: -1,
    second: 6.5 * H,
    every_min: 9,
    people: [1, 2, 1, 1, 1],
    over: 5,
    end: 'finalized',
    given: true,
  },
  {
    name: 'Salida Larcomar, cierre',
    type: '2',
    place: 'Larcomar',
    day: -1,
    second: 22 * H,
    every_min: 0,
    people: [1, 1, 2],
    over: 0,
    end: 'canceled',
    given: false,
  },
  {
    name: 'Ronda Clínica Delgado',
    type: '3',
    place: 'Clínica Delgado',
    day: 0,
    second: 0,
    every_min: 12,
    people: [1, 1, 1, 2],
    over: 1,
    end: 'scheduled',
    given: true,
  },
  {
    name: 'Entrada Plaza San Miguel',
    type: '1',
    place: 'Plaza San Miguel',
    day: 1,
    second: 7 * H,
    every_min: 8,
    people: [1, 1, 1, 1, 2, 1],
    over: 0,
    end: 'scheduled',
    given: true,
  },
  {
    name: 'Entrada Real Plaza Salaverry',
    type: '1',
    place: 'Real Plaza Salaverry',
    day: 1,
    second: 7.25 * H,
    every_min: 7,
    people: [1, 2, 1, 1, 1],
    over: 0,
    end: 'scheduled',
    given: false,
  },
  {
    name: 'Salida Jockey Plaza, turno tarde',
    type: '2',
    place: 'Jockey Plaza',
    day: 1,
    second: 19 * H,
    every_min: 2,
    people: [1, 1, 2, 1],
    over: 0,
    end: 'scheduled',
    given: false,
  },
  {
    name: '',
    type: '3',
    place: 'Open Plaza Angamos',
    day: 1,
    second: 8 * H,
    every_min: 11,
    people: [1, 1, 2, 1, 3, 1, 1],
    over: 0,
    end: 'scheduled',
    given: false,
  },
  {
    name: '',
    type: '3',
    place: 'Mall del Sur',
    day: 1,
    second: 9 * H,
    every_min: 13,
    people: [1, 2, 1, 1, 4],
    over: 0,
    end: 'scheduled',
    given: false,
  },
]

/** The place of a grouping, as a stop. */
export const groupingStop = ({ place }: DemoGrouping): DemoStop =>
  placeStops.find(({ name }) => name === place) ?? { address: place, lat: -12.09, lng: -77.03 }
