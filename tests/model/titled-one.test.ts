import { expect, test } from 'vitest'
import { headingOne, titledOne } from '../../src/model/titled-one'

test('a paper says of what kind its record is, once', () => {
  expect(titledOne('Servicio', '12')).toBe('Servicio 12')
  expect(titledOne('Factura', 'Factura 5')).toBe('Factura 5')
  expect(titledOne('Conductor', 'Ana Ruiz')).toBe('Conductor Ana Ruiz')
})

test('a heading says of what kind a record is where its name has no word', () => {
  expect(headingOne('Servicio', '1225')).toBe('Servicio 1225')
  expect(headingOne('Conductor', '#7')).toBe('Conductor #7')
  expect(headingOne('Liquidación', '2026-11')).toBe('Liquidación 2026-11')
  expect(headingOne('Conductor', 'Ana Ruiz')).toBe('Ana Ruiz')
  expect(headingOne('Vehículo', 'ABC-123')).toBe('ABC-123')
  expect(headingOne('Ciudad', '東京')).toBe('東京')
})
