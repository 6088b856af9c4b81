import { expect, test } from 'vitest'
import { kitchenDeed, type KitchenOrder } from '../../custom/simulator/model/order-mind'

const NOW = Date.parse('2026-11-23T17:00:00Z')
const order = (store_state: string, ago_s: number, more: Partial<KitchenOrder> = {}): KitchenOrder => ({
  id: 1,
  store_state,
  courier_state: null,
  date_state: new Date(NOW - ago_s * 1000).toISOString(),
  can_search_vehicles: 0,
  ...more,
})

test('a simulated kitchen accepts after a while, asks for a courier, cooks, and hands over to who waits or brings it itself', () => {
  const deed = (one: KitchenOrder, speed = 1) => kitchenDeed(one, NOW, speed)
  expect([deed(order('1', 60)), deed(order('1', 60), 3), deed(order('1', 100, { id: 9 }))]).toEqual([
    null,
    'preparing',
    'reject',
  ])
  expect([
    deed(order('2', 1, { can_search_vehicles: 1 })),
    deed(order('2', 60, { courier_state: 'asked' })),
    deed(order('2', 500, { courier_state: 'asked' })),
  ]).toEqual(['searchVehicles', null, 'ready'])
  expect([
    deed(order('3', 60, { courier_state: 'onway' })),
    deed(order('3', 60, { courier_state: 'waiting' })),
    deed(order('3', 901, { courier_state: 'none' })),
    deed(order('3', 60, { courier_state: 'none' })),
  ]).toEqual([null, 'sent', 'sent', null])
})
