import type { GoldenFare } from '../fares-fixture'
import { RUSH, STOP } from '../fares-fixture'

const WAIT = { price_wait: 0.5, wait_every: 1, courtesy_wait_time: 5 }
const RUN = ['base 400', 'distance 600', 'time 300']
const waits = (...seconds: number[]) => ({ stops: seconds.map((wait_s) => ({ ...STOP, wait_s })) })

/** What comes on top of a ride of 13.00; every amount was worked out on paper. */
export const EXTRAS: readonly GoldenFare[] = [
  // 5 of 5 minutes are a courtesy.
  {
    name: 'waiting within the courtesy',
    tarif: WAIT,
    trip: waits(300),
    lines: [...RUN, 'wait_courtesy 0'],
    total: 1300,
  },
  // One second beyond begins a step: 1 × 0.50
  { name: 'a second beyond the courtesy', tarif: WAIT, trip: waits(301), lines: [...RUN, 'wait 50'], total: 1350 },
  // 8 − 5 = 3 min: 3 × 0.50
  { name: 'three minutes beyond', tarif: WAIT, trip: waits(480), lines: [...RUN, 'wait 150'], total: 1450 },
  // 11 − 5 = 6 min, steps of 5: 2 begun, × 2.00
  {
    name: 'steps of five minutes',
    tarif: { ...WAIT, wait_every: 5, price_wait: 2 },
    trip: waits(660),
    lines: [...RUN, 'wait 400'],
    total: 1700,
  },
  // 8 min: 1.50; 4 min: a courtesy of its own; 5:30: half a minute begun, 0.50
  {
    name: 'each stop has its courtesy',
    tarif: WAIT,
    trip: waits(480, 240, 330),
    lines: [...RUN, 'wait 150', 'wait_courtesy 0', 'wait 50'],
    total: 1500,
  },
  // 100 s = 1.6667 min, steps of 0.5: 3.33, 4 begun, × 0.25
  {
    name: 'steps of half a minute',
    tarif: { price_wait: 0.25, wait_every: 0.5 },
    trip: waits(100),
    lines: [...RUN, 'wait 100'],
    total: 1400,
  },
  { name: 'waiting that costs nothing', trip: waits(3600), lines: RUN, total: 1300 },

  // 15 × 0.125 = 1.875, a half: up
  {
    name: 'a pause by the minute',
    tarif: { price_pause: 0.125 },
    trip: { pauses: [{ minutes: 15, price: null }] },
    lines: [...RUN, 'pause 188'],
    total: 1488,
  },
  // 10 × 0.20 = 2.00; and 7.50 as agreed
  {
    name: 'a pause by the minute and an agreed one',
    tarif: { price_pause: 0.2 },
    trip: {
      pauses: [
        { minutes: 10, price: null },
        { minutes: 45, price: 7.5 },
      ],
    },
    lines: [...RUN, 'pause 200', 'pause_agreed 750'],
    total: 2250,
  },
  // 3.00 by the tariff, 7.50 as paid, none at the third
  {
    name: 'parking by the tariff and as paid',
    tarif: { price_parking: 3 },
    trip: { stops: [{ ...STOP, parking: true }, { ...STOP, parking: 7.5 }, STOP] },
    lines: [...RUN, 'parking 300', 'parking_paid 750'],
    total: 2350,
  },
  // 5.50 + 6.20
  {
    name: 'two tolls',
    trip: {
      tolls: [
        { id: 1, name: 'Villa', price: 5.5 },
        { id: null, name: 'Otro', price: 6.2 },
      ],
    },
    lines: [...RUN, 'toll 550', 'toll 620'],
    total: 2470,
  },
  {
    name: "a toll on an operator's price",
    trip: { price_edited: 10, tolls: [{ id: 1, name: 'Villa', price: 5 }] },
    lines: ['edited 1000', 'toll 500'],
    total: 1500,
  },

  // 13.00 × 10 % = 1.30
  { name: 'high demand in per cent', terms: { high_demands: [RUSH] }, lines: [...RUN, 'high_demand 130'], total: 1430 },
  // 13.00 × 12.5 % = 1.625, a half: up
  {
    name: 'high demand of half a cent',
    terms: { high_demands: [{ ...RUSH, amount: 12.5 }] },
    lines: [...RUN, 'high_demand 163'],
    total: 1463,
  },
  {
    name: 'high demand of an amount',
    terms: { high_demands: [{ ...RUSH, flat: true, amount: 2.5 }] },
    lines: [...RUN, 'high_demand_flat 250'],
    total: 1550,
  },
  // 08:30 is the end of this one: closed
  { name: 'high demand just over', terms: { high_demands: [{ ...RUSH, time_to: '08:30' }] }, lines: RUN, total: 1300 },
  // 1.30 or 2.50: the higher alone
  {
    name: 'two at once',
    terms: { high_demands: [RUSH, { ...RUSH, id: 2, flat: true, amount: 2.5 }] },
    lines: [...RUN, 'high_demand_flat 250'],
    total: 1550,
  },
  // 1.30 twice: one of them
  {
    name: 'two alike at once',
    terms: { high_demands: [{ ...RUSH, id: 2 }, RUSH] },
    lines: [...RUN, 'high_demand 130'],
    total: 1430,
  },
  {
    name: 'a tariff without high demand',
    tarif: { high_demands: false },
    terms: { high_demands: [RUSH] },
    lines: RUN,
    total: 1300,
  },
  {
    name: 'high demand of another branch',
    terms: { high_demands: [{ ...RUSH, id_branch: 2 }] },
    lines: RUN,
    total: 1300,
  },
  {
    name: 'high demand of this branch',
    terms: { high_demands: [{ ...RUSH, id_branch: 1 }] },
    lines: [...RUN, 'high_demand 130'],
    total: 1430,
  },
  // 10 % of the run of 13.00, not of the 1.50 waited
  {
    name: 'high demand leaves waiting alone',
    tarif: WAIT,
    terms: { high_demands: [RUSH] },
    trip: waits(480),
    lines: [...RUN, 'wait 150', 'high_demand 130'],
    total: 1580,
  },
  // 10 % of 20.00
  {
    name: 'high demand of a lifted run',
    tarif: { price_minimal: 20 },
    terms: { high_demands: [RUSH] },
    lines: [...RUN, 'minimum 700', 'high_demand 200'],
    total: 2200,
  },
  // 10 % of 10.00
  {
    name: "high demand of an operator's price",
    terms: { high_demands: [RUSH] },
    trip: { price_edited: 10 },
    lines: ['edited 1000', 'high_demand 100'],
    total: 1100,
  },
  // Saturday 03:00 in Lima is in the night that began on Friday at 22:00
  {
    name: 'a night of Friday, on Saturday',
    terms: { high_demands: [{ ...RUSH, days: '5', time_from: '22:00', time_to: '05:00' }] },
    trip: { date: '2026-11-21T08:00:00.000Z' },
    lines: [...RUN, 'high_demand 130'],
    total: 1430,
  },
]
