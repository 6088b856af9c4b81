import { expect, test } from 'vitest'
import { createPlaceOrder } from '../../custom/services/client/form/place-order'
import type { ClientPlace } from '../../custom/services/client/form/use-client-data'

const place = (name: string, lat: number): ClientPlace => ({ name, lat, lng: -77 }) as ClientPlace
const [home, office, gym] = [place('home', -12.1), place('office', -12.2), place('gym', -12.3)]

test("a client's places keep their numbers between calls and over a reload, and new ones come behind", () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const first = createPlaceOrder(storage)
  expect(first(1, [home, office])).toEqual([home, office])
  // The office is used more since: it stays 2.
  expect(first(1, [office, gym, home])).toEqual([home, office, gym])
  expect(createPlaceOrder(storage)(1, [gym, office, home])).toEqual([home, office, gym])
  expect(createPlaceOrder(storage)(2, [gym, home])).toEqual([gym, home])
  expect(createPlaceOrder(null)(1, [gym, home])).toEqual([gym, home])
})
