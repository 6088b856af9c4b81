import type { GoldenFare } from '../fares-fixture'
import { PROMOTION, SHARED } from '../fares-fixture'

const CLP = { currency: 'CLP', exponent: 0, tax: { pct: 19, included: true } }
const KWD = { currency: 'KWD', exponent: 3, decimals_round: 3, tax: { pct: 0, included: true } }
const DINARS = { price_base: 0.5, price_km: 0.0755, price_minute: 0.0125 }
const ODD = { distance_m: 5432, duration_s: 754 }

/**
 * Currencies with none and with three decimals, and rounding coarser than the currency; every amount was worked out on
 * paper.
 */
export const CURRENCIES: readonly GoldenFare[] = [
  // 1,500; 5.432 × 350.5 = 1,903.916; 10 × 60.25 = 602.5, a half: up. Tax: 4,007 × 19 / 119 = 639.77
  {
    name: 'pesos without cents',
    terms: CLP,
    tarif: { price_base: 1500, price_km: 350.5, price_minute: 60.25 },
    trip: { distance_m: 5432 },
    lines: ['base 1500', 'distance 1904', 'time 603'],
    total: 4007,
    tax: 640,
  },
  // 4,004 × 12.5 % = 500.5, a half: up
  {
    name: 'half a peso of a fee',
    terms: CLP,
    tarif: { service_fee_amount: 12.5 },
    trip: { price_edited: 4004 },
    lines: ['edited 4004', 'service_fee 501'],
    total: 4505,
  },
  // 0.500; 5 × 0.0755 = 0.3775, a half: up; 10 × 0.0125 = 0.125
  {
    name: 'dinars of a thousand fils',
    terms: KWD,
    tarif: DINARS,
    lines: ['base 500', 'distance 378', 'time 125'],
    total: 1003,
  },
  // The same to two decimals: 0.38 and 0.13
  {
    name: 'dinars rounded to two decimals',
    terms: { ...KWD, decimals_round: 2 },
    tarif: DINARS,
    lines: ['base 500', 'distance 380', 'time 130'],
    total: 1010,
  },
  // 1.003 / 3 = 0.33433 → 0.334; − 0.669
  {
    name: 'a seat in dinars',
    terms: { ...KWD, product: { ...SHARED, capacity_1: 3 } },
    tarif: DINARS,
    lines: ['base 500', 'distance 378', 'time 125', 'capacity -669'],
    total: 334,
  },
  // 6.5184 → 6.5; 3.77 → 3.8
  {
    name: 'soles to one decimal',
    terms: { decimals_round: 1 },
    trip: ODD,
    lines: ['base 400', 'distance 650', 'time 380'],
    total: 1430,
  },
  // 6.5184 → 7; 3.77 → 4; 15 × 10 % = 1.5, a half: up to 2. Tax within 13.00: 1.983 → 2
  {
    name: 'soles without decimals',
    terms: { decimals_round: 0, promotion: { ...PROMOTION, amount: 10 } },
    trip: ODD,
    lines: ['base 400', 'distance 700', 'time 400', 'promotion -200'],
    total: 1300,
    tax: 200,
  },
  // At most 1.50: rounded down to 1, since a limit is never passed
  {
    name: 'a limit between two steps',
    terms: { decimals_round: 0, promotion: { ...PROMOTION, amount: 10, max_amount: 1.5 } },
    trip: ODD,
    lines: ['base 400', 'distance 700', 'time 400', 'promotion_limit -100'],
    total: 1400,
  },
  // 5.50, a half: up
  {
    name: 'a toll without decimals',
    terms: { decimals_round: 0 },
    trip: { tolls: [{ id: 1, name: 'Villa', price: 5.5 }] },
    lines: ['base 400', 'distance 600', 'time 300', 'toll 600'],
    total: 1900,
  },
  // Finer than the currency is not possible: as two
  {
    name: 'four decimals of soles',
    terms: { decimals_round: 4 },
    trip: ODD,
    lines: ['base 400', 'distance 652', 'time 377'],
    total: 1429,
  },
]
