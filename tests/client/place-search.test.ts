import { expect, test } from 'vitest'
import { placeLine } from '../../custom/geo/model/place-line'
import { searchSession } from '../../custom/geo/client/address/use-place-search'

test('all suggestions of a search carry one token, and the next search another', () => {
  let count = 0
  const session = searchSession(() => Uint8Array.from({ length: 16 }, () => (count += 1)))
  const first = session.token()
  expect(first).toMatch(/^[\da-f]{32}$/)
  expect(session.token()).toBe(first)
  session.end()
  expect(session.token()).not.toBe(first)
  expect(searchSession().token()).not.toBe(searchSession().token())
})

test('a place is said in one line, nothing twice', () => {
  expect(placeLine({ name: 'Larcomar', address: 'Malecón de la Reserva 610, Miraflores' })).toBe(
    'Larcomar, Malecón de la Reserva 610, Miraflores',
  )
  expect(placeLine({ name: 'Av. Larco 345', address: 'av. Larco 345, Miraflores' })).toBe('av. Larco 345, Miraflores')
  expect(placeLine({ name: 'Larcomar', address: '' })).toBe('Larcomar')
  // A name that is the beginning of a word is none of the address.
  expect(placeLine({ name: 'A', address: 'Av. Grau 1598' })).toBe('A, Av. Grau 1598')
  expect(placeLine({ name: '', address: 'Av. Larco 345' })).toBe('Av. Larco 345')
})
