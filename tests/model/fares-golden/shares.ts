import type { GoldenFare } from '../fares-fixture'
import { PROMOTION, RUSH, STOP } from '../fares-fixture'

const RUN = ['base 400', 'distance 600', 'time 300']
const AMOUNT = { ...PROMOTION, type_benefit: '2', amount: 5 }
const TOLL = { id: 1, name: 'Villa', price: 5 }
const SUBSCRIPTION = { id: 1, name: 'Plata', fee_amount: 0, fee_percentage: 10 }
const WITHOUT_TAX = { pct: 18, included: false }

/** Promotions, fees, tax and who gets what of a ride of 13.00; every amount was worked out on paper. */
export const SHARES: readonly GoldenFare[] = [
  // 13.00 × 20 % = 2.60
  { name: 'a promotion in per cent', terms: { promotion: PROMOTION }, lines: [...RUN, 'promotion -260'], total: 1040 },
  // 13.00 × 12.5 % = 1.625, a half: up
  {
    name: 'a promotion of half a cent',
    terms: { promotion: { ...PROMOTION, amount: 12.5 } },
    lines: [...RUN, 'promotion -163'],
    total: 1137,
  },
  // 13.00 × 50 % = 6.50, at most 5.00
  {
    name: 'a promotion up to its limit',
    terms: { promotion: { ...PROMOTION, amount: 50, max_amount: 5 } },
    lines: [...RUN, 'promotion_limit -500'],
    total: 800,
  },
  {
    name: 'a promotion of an amount',
    terms: { promotion: AMOUNT },
    lines: [...RUN, 'promotion_amount -500'],
    total: 800,
  },
  {
    name: 'an amount above its limit',
    terms: { promotion: { ...AMOUNT, amount: 8, max_amount: 6 } },
    lines: [...RUN, 'promotion_amount_limit -600'],
    total: 700,
  },
  {
    name: 'an amount above the ride',
    terms: { promotion: { ...AMOUNT, amount: 50 } },
    lines: [...RUN, 'promotion_whole -1300'],
    total: 0,
  },
  {
    name: 'the whole ride',
    terms: { promotion: { ...PROMOTION, amount: 100 } },
    lines: [...RUN, 'promotion -1300'],
    total: 0,
  },
  // 13.00 off; the toll of 5.00 and the pause of 2.00 stay
  {
    name: 'tolls and pauses are not discounted',
    terms: { promotion: { ...PROMOTION, amount: 100 } },
    trip: { tolls: [TOLL], pauses: [{ minutes: 5, price: 2 }] },
    lines: [...RUN, 'promotion -1300', 'pause_agreed 200', 'toll 500'],
    total: 700,
  },
  // 13.00 + 3 × 0.50 + 10 % of 13.00 = 15.80; × 25 % = 3.95
  {
    name: 'a promotion of ride, waiting and high demand',
    tarif: { price_wait: 0.5, courtesy_wait_time: 5 },
    terms: { high_demands: [RUSH], promotion: { ...PROMOTION, amount: 25 } },
    trip: { stops: [{ ...STOP, wait_s: 480 }] },
    lines: [...RUN, 'wait 150', 'high_demand 130', 'promotion -395'],
    total: 1185,
  },
  // (13.00 + 2.00 delivered) × 20 % = 3.00
  {
    name: 'a promotion of a delivery',
    tarif: { type: '4', price_courier: 2 },
    terms: { promotion: PROMOTION },
    trip: { stops: [{ ...STOP, courier: true }] },
    lines: [...RUN, 'courier 200', 'promotion -300'],
    total: 1200,
  },

  // 13.00 × 5 % = 0.65
  {
    name: 'a service fee in per cent',
    tarif: { service_fee_amount: 5 },
    lines: [...RUN, 'service_fee 65'],
    total: 1365,
    fee: 65,
    driver: 1300,
  },
  // 13.00 × 3.3333 % = 0.433329
  {
    name: 'a service fee of four decimals',
    tarif: { service_fee_amount: 3.3333 },
    lines: [...RUN, 'service_fee 43'],
    total: 1343,
  },
  // 0.65 is less than 1.00
  {
    name: 'a service fee below its minimum',
    tarif: { service_fee_amount: 5, service_fee_minimal: 1 },
    lines: [...RUN, 'service_fee_minimal 100'],
    total: 1400,
    fee: 100,
    driver: 1300,
  },
  {
    name: 'a service fee that is a minimum alone',
    tarif: { service_fee_minimal: 1 },
    lines: [...RUN, 'service_fee_minimal 100'],
    total: 1400,
  },
  {
    name: 'a fixed service fee',
    tarif: { service_fee_type: '1', service_fee_amount: 1.5 },
    lines: [...RUN, 'service_fee_fixed 150'],
    total: 1450,
  },
  {
    name: 'a fixed service fee below its minimum',
    tarif: { service_fee_type: '1', service_fee_amount: 1.5, service_fee_minimal: 2 },
    lines: [...RUN, 'service_fee_minimal 200'],
    total: 1500,
  },
  // 10 % of 13.00; the toll of 5.00 and parking of 3.00 were laid out by the driver
  {
    name: 'no service fee on what was laid out',
    tarif: { service_fee_amount: 10, price_parking: 3 },
    trip: { tolls: [TOLL], stops: [{ ...STOP, parking: true }] },
    lines: [...RUN, 'parking 300', 'toll 500', 'service_fee 130'],
    total: 2230,
    fee: 130,
    driver: 2100,
  },
  // 13.00 − 2.60 = 10.40; × 10 % = 1.04
  {
    name: 'a service fee after a promotion',
    tarif: { service_fee_amount: 10 },
    terms: { promotion: PROMOTION },
    lines: [...RUN, 'promotion -260', 'service_fee 104'],
    total: 1144,
  },
  // A ride for nothing still has its minimal fee; 1.00 × 18 / 118 = 0.1525
  {
    name: 'a service fee of a ride given away',
    tarif: { service_fee_minimal: 1 },
    terms: { promotion: { ...PROMOTION, amount: 100 } },
    lines: [...RUN, 'promotion -1300', 'service_fee_minimal 100'],
    total: 100,
    tax: 15,
    fee: 100,
    driver: 0,
  },

  // 13.00 × 18 / 118 = 1.98305
  { name: 'tax within the prices', lines: RUN, total: 1300, tax: 198, fee: 0, driver: 1300 },
  // 11.80 × 18 / 118 = 1.80
  { name: 'tax within a round price', trip: { price_edited: 11.8 }, lines: ['edited 1180'], total: 1180, tax: 180 },
  // 13.00 × 18 % = 2.34
  {
    name: 'tax on top',
    terms: { tax: WITHOUT_TAX },
    lines: [...RUN, 'tax 234'],
    total: 1534,
    tax: 234,
    fee: 0,
    driver: 1300,
  },
  // (13.00 + 5.00) × 18 % = 3.24
  {
    name: 'tax on tolls too',
    terms: { tax: WITHOUT_TAX },
    trip: { tolls: [TOLL] },
    lines: [...RUN, 'toll 500', 'tax 324'],
    total: 2124,
    tax: 324,
  },
  // 10.25 × 18 % = 1.845, a half: up
  {
    name: 'half a cent of tax',
    terms: { tax: WITHOUT_TAX },
    trip: { price_edited: 10.25 },
    lines: ['edited 1025', 'tax 185'],
    total: 1210,
    tax: 185,
  },
  { name: 'no tax', terms: { tax: { pct: 0, included: false } }, lines: RUN, total: 1300, tax: 0 },

  // 1.00 + 10 % of 13.00 = 2.30; 13.00 − 2.30 = 10.70
  {
    name: "a subscription's amount and part",
    terms: { subscription: { ...SUBSCRIPTION, fee_amount: 1 } },
    lines: RUN,
    total: 1300,
    fee: 230,
    driver: 1070,
  },
  // 13.00 × 7.5 % = 0.975, a half: up
  {
    name: 'half a cent of a subscription',
    terms: { subscription: { ...SUBSCRIPTION, fee_percentage: 7.5 } },
    lines: RUN,
    total: 1300,
    fee: 98,
    driver: 1202,
  },
  // 20.00 is more than there is
  {
    name: 'a subscription that takes it all',
    terms: { subscription: { ...SUBSCRIPTION, fee_amount: 20 } },
    lines: RUN,
    total: 1300,
    fee: 1300,
    driver: 0,
  },
  // 0.65 and 10 % of 13.00: 1.95; 13.65 − 1.95 = 11.70
  {
    name: 'a service fee and a subscription',
    tarif: { service_fee_amount: 5 },
    terms: { subscription: SUBSCRIPTION },
    lines: [...RUN, 'service_fee 65'],
    total: 1365,
    fee: 195,
    driver: 1170,
  },
  // 10 % of 13.00; 18.00 − 1.30 = 16.70
  {
    name: 'no commission on a toll',
    terms: { subscription: SUBSCRIPTION },
    trip: { tolls: [TOLL] },
    lines: [...RUN, 'toll 500'],
    total: 1800,
    fee: 130,
    driver: 1670,
  },
  // 15.34 − 2.34 of tax − 1.30 = 11.70
  {
    name: "tax on top is nobody's",
    terms: { subscription: SUBSCRIPTION, tax: WITHOUT_TAX },
    lines: [...RUN, 'tax 234'],
    total: 1534,
    tax: 234,
    fee: 130,
    driver: 1170,
  },

  /*
   * All at once. 5.00; (10.4 − 2) × 1.50 = 12.60; 25.5 × 0.25 = 6.375 → 6.38: there 23.98; back 50 % = 11.99: run
   * 35.97.
   * Waited 8 − 5 = 3 min: 1.50. High demand 20 % of 35.97 = 7.194 → 7.19. Promotion 10 % of 44.66 = 4.466 → 4.47.
   * Pause 10 × 0.20 = 2.00, parking 3.00, toll 6.20. Fee 5 % of 44.66 − 4.47 + 2.00 = 42.19: 2.1095 → 2.11.
   * Before tax 40.19 + 2.00 + 3.00 + 6.20 + 2.11 = 53.50; tax 9.63. House: 2.11 + (0.50 + 15 % of 42.19 = 6.8285 →
   * 6.83) = 8.94.
   */
  {
    name: 'all at once',
    tarif: {
      price_base: 5,
      km_minimal: 2,
      price_km: 1.5,
      price_minute: 0.25,
      pct_return: 50,
      price_wait: 0.5,
      courtesy_wait_time: 5,
      price_pause: 0.2,
      price_parking: 3,
      service_fee_amount: 5,
    },
    terms: {
      high_demands: [{ ...RUSH, amount: 20 }],
      promotion: { ...PROMOTION, amount: 10, max_amount: 5 },
      tax: WITHOUT_TAX,
      subscription: { ...SUBSCRIPTION, fee_amount: 0.5, fee_percentage: 15 },
    },
    trip: {
      distance_m: 10_400,
      duration_s: 1530,
      is_return: true,
      stops: [STOP, { ...STOP, wait_s: 480, parking: true }],
      pauses: [{ minutes: 10, price: null }],
      tolls: [{ ...TOLL, price: 6.2 }],
    },
    lines: [
      'base 500',
      'distance_beyond 1260',
      'time 638',
      'return 1199',
      'wait 150',
      'high_demand 719',
      'promotion -447',
      'pause 200',
      'parking 300',
      'toll 620',
      'service_fee 211',
      'tax 963',
    ],
    total: 6313,
    tax: 963,
    fee: 894,
    driver: 4456,
  },
]
