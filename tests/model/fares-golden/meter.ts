import type { GoldenFare } from '../fares-fixture'
import { PAIR, SHARED, STOP } from '../fares-fixture'

const STEPS = [
  { id: 1, measure: 'km', from: 3, price: 1 },
  { id: 2, measure: 'km', from: 10, price: 0.8 },
] as const

/** The ride itself; every amount was worked out on paper, as the comments say. */
export const METER: readonly GoldenFare[] = [
  // 4.00; 5 × 1.20 = 6.00; 10 × 0.30 = 3.00
  { name: 'start, distance and time', lines: ['base 400', 'distance 600', 'time 300'], total: 1300 },
  // Nothing travelled: the start alone.
  { name: 'no way and no time', trip: { distance_m: 0, duration_s: 0 }, lines: ['base 400'], total: 400 },
  // 5 × 1.2345 = 6.1725
  {
    name: 'a rate of four decimals',
    tarif: { price_km: 1.2345 },
    lines: ['base 400', 'distance 617', 'time 300'],
    total: 1317,
  },
  // 5 × 1.235 = 6.175, a half: up (floating point has 6.1749999)
  {
    name: 'half a cent goes up',
    tarif: { price_km: 1.235 },
    lines: ['base 400', 'distance 618', 'time 300'],
    total: 1318,
  },
  // 1 × 1.005 = 1.005, a half: up (floating point has 1.00499999)
  {
    name: 'half a cent that floating point has below a half',
    tarif: { price_km: 1.005 },
    trip: { distance_m: 1000, duration_s: 0 },
    lines: ['base 400', 'distance 101'],
    total: 501,
  },
  // 5.432 × 1.20 = 6.5184; 754 s = 12.5667 min, × 0.30 = 754 × 0.005 = 3.77
  {
    name: 'metres and seconds',
    trip: { distance_m: 5432, duration_s: 754 },
    lines: ['base 400', 'distance 652', 'time 377'],
    total: 1429,
  },
  // One second of 0.30 a minute = 0.005, a half: up
  { name: 'one second', trip: { distance_m: 0, duration_s: 1 }, lines: ['base 400', 'time 1'], total: 401 },
  // No price of a minute, no line of it.
  { name: 'distance alone', tarif: { price_minute: 0 }, lines: ['base 400', 'distance 600'], total: 1000 },
  // (5 − 2) × 1.20 = 3.60
  {
    name: 'kilometres included',
    tarif: { km_minimal: 2 },
    lines: ['base 400', 'distance_beyond 360', 'time 300'],
    total: 1060,
  },
  // 5 of 5 are included.
  {
    name: 'just as many as included',
    tarif: { km_minimal: 5 },
    lines: ['base 400', 'distance_included 0', 'time 300'],
    total: 700,
  },
  // 0.001 × 1.20 = 0.0012
  {
    name: 'a metre more than included',
    tarif: { km_minimal: 5 },
    trip: { distance_m: 5001 },
    lines: ['base 400', 'distance_beyond 0', 'time 300'],
    total: 700,
  },
  // 13.00 is 2.00 short of 15.00
  {
    name: 'below the minimum',
    tarif: { price_minimal: 15 },
    lines: ['base 400', 'distance 600', 'time 300', 'minimum 200'],
    total: 1500,
  },
  {
    name: 'at the minimum',
    tarif: { price_minimal: 13 },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  // 8,046.72 m / 1,609.344 = 5 mi exactly, × 1.20 = 6.00
  {
    name: 'five miles',
    terms: { unit_m: 1609.344 },
    trip: { distance_m: 8046.72 },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  // 10,000 / 1,609.344 = 6.213712 mi, × 1.20 = 7.456454
  {
    name: 'ten kilometres in miles',
    terms: { unit_m: 1609.344 },
    trip: { distance_m: 10_000 },
    lines: ['base 400', 'distance 746', 'time 300'],
    total: 1446,
  },

  // 3 × 1.20 = 3.60; (10 − 3) × 1.00 = 7.00; (12 − 10) × 0.80 = 1.60
  {
    name: 'ranges, each kilometre at its own price',
    tarif: { use_ranges: true, ranges: STEPS },
    trip: { distance_m: 12_000, duration_s: 0 },
    lines: ['base 400', 'distance_range 360', 'distance_range 700', 'distance_from 160'],
    total: 1620,
  },
  // 3 × 1.20 = 3.60; nothing beyond
  {
    name: 'the end of a range',
    tarif: { use_ranges: true, ranges: STEPS },
    trip: { distance_m: 3000, duration_s: 0 },
    lines: ['base 400', 'distance_range 360'],
    total: 760,
  },
  // 3.60; 0.001 × 1.00 = 0.001
  {
    name: 'a metre into the next range',
    tarif: { use_ranges: true, ranges: STEPS },
    trip: { distance_m: 3001, duration_s: 0 },
    lines: ['base 400', 'distance_range 360', 'distance_range 0'],
    total: 760,
  },
  // The first 4 are included: of 0 to 3 nothing; (10 − 4) × 1.00 = 6.00; 2 × 0.80 = 1.60
  {
    name: 'ranges count from the start, the included part is cut out of them',
    tarif: { use_ranges: true, ranges: STEPS, km_minimal: 4 },
    trip: { distance_m: 12_000, duration_s: 0 },
    lines: ['base 400', 'distance_included 0', 'distance_range 600', 'distance_from 160'],
    total: 1160,
  },
  // 12 × 1.20 = 14.40
  {
    name: 'ranges that are switched off',
    tarif: { ranges: STEPS },
    trip: { distance_m: 12_000, duration_s: 0 },
    lines: ['base 400', 'distance 1440'],
    total: 1840,
  },
  // 5 × 2.00 = 10.00; 3 × 1.00 = 3.00
  {
    name: 'ranges from zero, written in the wrong order',
    tarif: {
      use_ranges: true,
      ranges: [
        { id: 2, measure: 'km', from: 5, price: 1 },
        { id: 1, measure: 'km', from: 0, price: 2 },
      ],
    },
    trip: { distance_m: 8000, duration_s: 0 },
    lines: ['base 400', 'distance_range 1000', 'distance_from 300'],
    total: 1700,
  },
  // 5 × 2.00 = 10.00; of the two from 5 the one with the higher id: 3 × 3.00 = 9.00
  {
    name: 'two ranges that begin alike',
    tarif: {
      price_km: 2,
      use_ranges: true,
      ranges: [
        { id: 3, measure: 'km', from: 5, price: 3 },
        { id: 2, measure: 'km', from: 5, price: 1 },
      ],
    },
    trip: { distance_m: 8000, duration_s: 0 },
    lines: ['base 400', 'distance_range 1000', 'distance_from 900'],
    total: 2300,
  },
  // 5 × 1.20 = 6.00; 15 × 0.30 = 4.50; 5 × 0.50 = 2.50
  {
    name: 'ranges of minutes alone',
    tarif: { use_ranges: true, ranges: [{ id: 4, measure: 'min', from: 15, price: 0.5 }] },
    trip: { duration_s: 1200 },
    lines: ['base 400', 'distance 600', 'time_range 450', 'time_from 250'],
    total: 1700,
  },
  // 0.555 three times, each rounded on its own: 0.56 (together they would be 1.665)
  {
    name: 'each range is rounded once',
    tarif: {
      price_km: 0.555,
      use_ranges: true,
      ranges: [
        { id: 1, measure: 'km', from: 1, price: 0.555 },
        { id: 2, measure: 'km', from: 2, price: 0.555 },
      ],
    },
    trip: { distance_m: 3000, duration_s: 0 },
    lines: ['base 400', 'distance_range 56', 'distance_range 56', 'distance_from 56'],
    total: 568,
  },

  { name: 'a pair of zones', tarif: { type: '2' }, terms: { zone_price: PAIR }, lines: ['zones 1800'], total: 1800 },
  {
    name: 'a pair of zones without a price falls back to the meter',
    tarif: { type: '2' },
    lines: ['base_without_zones 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  // Somebody wrote 18.00 for this pair: the minimum is the meter's.
  {
    name: 'a pair below the minimum',
    tarif: { type: '2', price_minimal: 20 },
    terms: { zone_price: PAIR },
    lines: ['zones 1800'],
    total: 1800,
  },
  // 20.00 − 13.00 = 7.00
  {
    name: 'no pair, below the minimum',
    tarif: { type: '2', price_minimal: 20 },
    lines: ['base_without_zones 400', 'distance 600', 'time 300', 'minimum 700'],
    total: 2000,
  },
  {
    name: 'a pair that is free',
    tarif: { type: '2' },
    terms: { zone_price: { ...PAIR, amount: 0 } },
    lines: ['zones 0'],
    total: 0,
  },
  {
    name: 'zones are of tariffs by zones',
    terms: { zone_price: PAIR },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  { name: 'a fixed price', tarif: { type: '3', price_base: 25 }, lines: ['fixed 2500'], total: 2500 },
  {
    name: 'a fixed price below a minimum',
    tarif: { type: '3', price_base: 25, price_minimal: 30 },
    lines: ['fixed 2500'],
    total: 2500,
  },
  // 13.00 + 2 × 2.50
  {
    name: 'two deliveries',
    tarif: { type: '4', price_courier: 2.5 },
    trip: { stops: [STOP, { ...STOP, courier: true }, { ...STOP, courier: true }] },
    lines: ['base 400', 'distance 600', 'time 300', 'courier 250', 'courier 250'],
    total: 1800,
  },
  {
    name: "deliveries are of couriers' tariffs",
    tarif: { price_courier: 2.5 },
    trip: { stops: [{ ...STOP, courier: true }] },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },

  // 13.00 × 50 % = 6.50
  {
    name: 'a return at half',
    tarif: { pct_return: 50 },
    trip: { is_return: true },
    lines: ['base 400', 'distance 600', 'time 300', 'return 650'],
    total: 1950,
  },
  // 13.00 × 33.33 % = 4.3329
  {
    name: 'a return at a third',
    tarif: { pct_return: 33.33 },
    trip: { is_return: true },
    lines: ['base 400', 'distance 600', 'time 300', 'return 433'],
    total: 1733,
  },
  {
    name: 'a return for nothing',
    tarif: { pct_return: 0 },
    trip: { is_return: true },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  // 13.00 + 6.50 = 19.50; 0.50 short of 20.00
  {
    name: 'the minimum is for there and back',
    tarif: { pct_return: 50, price_minimal: 20 },
    trip: { is_return: true },
    lines: ['base 400', 'distance 600', 'time 300', 'return 650', 'minimum 50'],
    total: 2000,
  },
  // 18.00 + 18.00 × 50 %
  {
    name: 'a return between zones',
    tarif: { type: '2', pct_return: 50 },
    terms: { zone_price: PAIR },
    trip: { is_return: true },
    lines: ['zones 1800', 'return 900'],
    total: 2700,
  },

  // 13.00 / 4 = 3.25; 3.25 − 13.00 = −9.75
  {
    name: 'one seat of four',
    terms: { product: SHARED },
    lines: ['base 400', 'distance 600', 'time 300', 'capacity -975'],
    total: 325,
  },
  // 13.00 × 3 / 4 = 9.75
  {
    name: 'three seats of four',
    terms: { product: SHARED },
    trip: { capacity_1: 3 },
    lines: ['base 400', 'distance 600', 'time 300', 'capacity -325'],
    total: 975,
  },
  // 13.00 / 3 = 4.3333 → 4.33; 4.33 − 13.00 = −8.67
  {
    name: 'one seat of three',
    terms: { product: { ...SHARED, capacity_1: 3 } },
    lines: ['base 400', 'distance 600', 'time 300', 'capacity -867'],
    total: 433,
  },
  {
    name: 'all seats',
    terms: { product: SHARED },
    trip: { capacity_1: 4 },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  {
    name: 'more seats than there are',
    terms: { product: SHARED },
    trip: { capacity_1: 9 },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  {
    name: 'a seat of what is not shared',
    terms: { product: { ...SHARED, for_shared_service: false } },
    lines: ['base 400', 'distance 600', 'time 300'],
    total: 1300,
  },
  // Lifted to 20.00; 2 of 4 of that = 10.00
  {
    name: 'seats share the minimum',
    tarif: { price_minimal: 20 },
    terms: { product: SHARED },
    trip: { capacity_1: 2 },
    lines: ['base 400', 'distance 600', 'time 300', 'minimum 700', 'capacity -1000'],
    total: 1000,
  },
  // 18.00 / 4 = 4.50
  {
    name: 'a seat between zones',
    tarif: { type: '2' },
    terms: { product: SHARED, zone_price: PAIR },
    lines: ['zones 1800', 'capacity -1350'],
    total: 450,
  },

  { name: "an operator's price", trip: { price_edited: 10 }, lines: ['edited 1000'], total: 1000 },
  {
    name: 'an operator may go below the minimum',
    tarif: { price_minimal: 20 },
    trip: { price_edited: 10 },
    lines: ['edited 1000'],
    total: 1000,
  },
  { name: 'an operator may give a ride away', trip: { price_edited: 0 }, lines: ['edited 0'], total: 0 },
]
