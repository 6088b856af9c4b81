import { expect, test } from 'vitest'
import type { NavigationItem } from '../../src/model/shell-answers'
import { destinations, leadsTo, searchDestinations, visibleMenu } from '../../src/client/console/navigation'

const item = (id: string, title: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  title,
  type: 'item',
  url: `/${id}`,
  ...more,
})

test('an entry without an auth list is for all, an empty list for those without a role, any other for its roles', () => {
  const menu = [
    item('all', 'All'),
    item('guest', 'Guest', { auth: [] }),
    {
      id: 'g',
      title: 'Group',
      type: 'group',
      children: [item('admin', 'Admin', { auth: ['admin'] }), item('staff', 'Staff', { auth: ['admin', 'staff'] })],
    },
  ] satisfies NavigationItem[]
  const seen = (roles: string[]) => destinations(visibleMenu(menu, roles)).map(({ id }) => id)
  expect(seen([])).toEqual(['all', 'guest'])
  expect(seen(['staff'])).toEqual(['all', 'staff'])
  expect(seen(['admin'])).toEqual(['all', 'admin', 'staff'])
})

test('the search finds by every word, without case and accents, what begins with it first, ten at most', () => {
  const menu = [
    item('types', 'Tipos de vehículo'),
    item('vehicles', 'Vehículos'),
    ...Array.from({ length: 12 }, (_, n) => item(`r${n}`, `Reporte ${n}`)),
  ]
  const titles = (text: string) => searchDestinations(destinations(menu), text).map(({ title }) => title)
  expect(titles('VEHICULO')).toEqual(['Vehículos', 'Tipos de vehículo'])
  expect(titles('vehí tip')).toEqual(['Tipos de vehículo'])
  expect(titles('reporte')).toHaveLength(10)
  expect(titles('nada')).toEqual([])
})

test('an entry is current on its own path and below it, not on one that only begins alike', () => {
  expect(leadsTo('/clients', '/clients')).toBe(true)
  expect(leadsTo('/clients', '/clients/5/logs')).toBe(true)
  expect(leadsTo('/clients', '/clients_old')).toBe(false)
  expect(leadsTo('/clients', '/clients/5', true)).toBe(false)
  expect(leadsTo('/', '/clients')).toBe(false)
})

test('an entry with filters is current where they are in the address, whatever else is', () => {
  expect(leadsTo('/drivers?state=0', '/drivers', false, '?state=0&q=ana')).toBe(true)
  expect(leadsTo('/drivers?state=0', '/drivers', false, '?state=1')).toBe(false)
  expect(leadsTo('/drivers?state=0', '/drivers')).toBe(false)
  expect(leadsTo('/drivers', '/drivers', true, '?state=0')).toBe(true)
})
