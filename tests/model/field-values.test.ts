import { describe, expect, test } from 'vitest'
import type { FieldTypeName } from '../../src/fields/data'
import type { Json, JsonObject } from '../../src/model/json'
import { fieldOf, typeOf } from './field-fixture'

const STATES: JsonObject = { 'x-values': [{ value: '1', title: 'Activo' }, { value: '0', title: 'Inactivo' }] }

/** What comes in → what is kept, or the key of the fault. */
const VALUES: readonly [type: FieldTypeName, schema: JsonObject, input: Json, kept: Json | { fault: string }][] = [
  ['text', {}, '  Jose\u0301  ', 'José'],
  ['text', {}, '   ', null],
  ['text', {}, 'a\tb', { fault: 'characters' }],
  ['text', {}, 'a\u0000', { fault: 'characters' }],
  ['text', {}, '\ud800', { fault: 'characters' }],
  ['text', {}, 7, { fault: 'text' }],
  ['text', { maxLength: 2 }, '😀😀', '😀😀'],
  ['text', { maxLength: 2 }, '😀😀😀', { fault: 'too_long' }],
  ['text', { minLength: 3 }, 'ab', { fault: 'too_short' }],
  ['text', {}, 'x'.repeat(256), { fault: 'too_long' }],
  ['text', { pattern: '^[0-9]{6}$' }, '010101', '010101'],
  ['text', { pattern: '^[0-9]{6}$' }, '10101', { fault: 'pattern' }],
  ['longtext', {}, 'uno\r\ndos\rtres', 'uno\ndos\ntres'],
  ['integer', {}, '007', 7],
  ['integer', {}, '12.0', 12],
  ['integer', {}, 12.5, { fault: 'integer' }],
  ['integer', {}, '9007199254740993', { fault: 'digits' }],
  ['integer', { minimum: 1 }, 0, { fault: 'min' }],
  ['integer', {}, '', null],
  ['decimal', {}, '0.1', 0.1],
  ['decimal', {}, '0.10', 0.1],
  ['decimal', {}, '+1.50', 1.5],
  ['decimal', {}, '-0', 0],
  ['decimal', {}, '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['decimal', {}, '1'.repeat(31), { fault: 'digits' }],
  ['decimal', {}, 1e300, { fault: 'digits' }],
  ['decimal', {}, '1e3', { fault: 'number' }],
  ['decimal', {}, '0x10', { fault: 'number' }],
  // 0.3 - 0.1 in doubles is below 0.2; compared as decimals it is the limit itself.
  ['decimal', { minimum: 0.2 }, '0.2', 0.2],
  ['decimal', { multipleOf: 0.1 }, 0.3, 0.3],
  ['decimal', { multipleOf: 0.1 }, 0.35, { fault: 'multiple' }],
  ['decimal', { maximum: 5 }, '5.0000000000000000001', { fault: 'max' }],
  ['money', {}, 12.345, { fault: 'scale' }],
  ['money', {}, '12.340', 12.34],
  ['money', { 'x-scale': 0 }, 12.5, { fault: 'integer' }],
  ['money', { 'x-scale': 3 }, 12.345, 12.345],
  ['flag', {}, true, 1],
  ['flag', {}, '0', 0],
  ['flag', {}, 2, { fault: 'flag' }],
  ['enum', STATES, 1, '1'],
  ['enum', STATES, ' 0 ', '0'],
  ['enum', STATES, '2', { fault: 'enum' }],
  ['date', {}, '2024-02-29', '2024-02-29'],
  ['date', {}, '2026-02-30', { fault: 'date' }],
  ['date', {}, '1900-02-29', { fault: 'date' }],
  ['date', {}, '0000-01-01', { fault: 'date' }],
  ['date', {}, '2026-11-21T00:00:00Z', { fault: 'date' }],
  ['datetime', {}, '2026-11-21T00:00:00-05:00', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-11-21 00:00-05', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-12-31T23:59:59.9999-05:00', '2027-01-01T04:59:59.999Z'],
  ['datetime', {}, '0050-06-01T00:00:00Z', '0050-06-01T00:00:00.000Z'],
  ['datetime', {}, '2026-11-21T05:00:00', { fault: 'datetime_offset' }],
  ['datetime', {}, '2026-02-30T05:00:00Z', { fault: 'datetime' }],
  ['datetime', {}, '2026-11-21T24:00:00Z', { fault: 'datetime' }],
  ['datetime', {}, '9999-12-31T23:00:00-05:00', { fault: 'datetime' }],
  ['color', {}, 'F0A', '#ff00aa'],
  ['color', {}, '#1A2B3C', '#1a2b3c'],
  ['color', {}, 'red', { fault: 'color' }],
  ['ref', {}, '12', 12],
  ['ref', {}, 0, { fault: 'ref' }],
  ['ref', {}, 2_147_483_648, { fault: 'ref' }],
  ['email', {}, ' Ana.Perez@Ejemplo.PE ', 'Ana.Perez@ejemplo.pe'],
  ['email', {}, 'josé@correo.pe', 'josé@correo.pe'],
  ['email', {}, 'ana@ejemplo..pe', { fault: 'email' }],
  ['email', {}, '.ana@ejemplo.pe', { fault: 'email' }],
  ['email', {}, 'ana@127.0.0.1', { fault: 'email' }],
  ['email', {}, 'ana@ejemplo.pe\u0000', { fault: 'email' }],
  ['phone', {}, '+51 (1) 222-33.44', '+5112223344'],
  ['phone', {}, '999 888', '999888'],
  ['phone', {}, '99888', { fault: 'phone' }],
  ['phone', {}, '9'.repeat(16), { fault: 'phone' }],
  ['point', {}, { lat: '-12.0464', lng: -77.0428 }, { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, { lat: '', lng: '' }, null],
  ['point', {}, { lat: -0, lng: 0 }, { lat: 0, lng: 0 }],
  ['point', {}, { lat: 1 }, { fault: 'point' }],
  ['point', {}, { lat: 90.1, lng: 0 }, { fault: 'point' }],
  ['point', {}, { lat: 1, lng: 1, alt: 1 }, { fault: 'point' }],
  ['json', {}, { a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ['json', {}, { a: '\u0000' }, { fault: 'json' }],
  ['password', {}, ' con espacios ', ' con espacios '],
  ['password', {}, 'corta', { fault: 'too_short' }],
]

describe('a value on the wire', () => {
  test.each(VALUES)('%s %j: %j is kept as %j', (name, schema, input, kept) => {
    const [type, field] = [typeOf(name), fieldOf(name, schema)]
    const canonical = type.canonical(input, field)
    const fault = canonical === null ? null : type.check(canonical, field)
    expect(fault ? { fault: fault.key } : canonical).toEqual(kept)
  })
})

/** What stands in a cell → what is read, or the key of the fault. */
type CellRow = readonly [type: FieldTypeName, schema: JsonObject, text: string, read: Json | { fault: string }]
const CELLS: readonly CellRow[] = [
  ...['sí', 'Si', 'SÍ', 's', 'yes', 'Y', '1', 'true', 'VERDADERO', ' on '].map(text => ['flag', {}, text, 1] satisfies CellRow),
  ...['no', 'N', '0', 'false', 'Falso', 'off'].map(text => ['flag', {}, text, 0] satisfies CellRow),
  ['flag', {}, 'tal vez', { fault: 'flag' }],
  ['decimal', {}, ' 1234.50 ', 1234.5],
  ['decimal', {}, '12,5', 12.5],
  ['decimal', {}, '0,125', 0.125],
  ['decimal', {}, '1234,567', 1234.567],
  ['decimal', {}, '−3', -3],
  ['decimal', {}, '1,234.5', { fault: 'number_ambiguous' }],
  ['decimal', {}, '1.234,5', { fault: 'number_ambiguous' }],
  ['decimal', {}, '1,234', { fault: 'number_ambiguous' }],
  ['decimal', {}, '1 234', { fault: 'number_ambiguous' }],
  ['decimal', {}, '1.234.567', { fault: 'number_ambiguous' }],
  ['decimal', {}, '1e5', { fault: 'number' }],
  ['decimal', {}, 'S/ 12', { fault: 'number' }],
  ['money', {}, '1,234.50', { fault: 'number_ambiguous' }],
  ['integer', {}, '42', 42],
  ['enum', STATES, 'inactivo', '0'],
  ['enum', STATES, '1', '1'],
  ['enum', STATES, 'otro', { fault: 'enum' }],
  ['date', {}, '2026/1/5', '2026-01-05'],
  ['date', {}, '21/11/2026', '2026-11-21'],
  ['date', {}, '03/04/2026', { fault: 'date_ambiguous' }],
  ['date', {}, '31/04/2026', { fault: 'date' }],
  ['datetime', {}, '2026-11-21 00:00:00-05:00', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-11-21 00:00:00', { fault: 'datetime_offset' }],
  ['phone', {}, 'tel:+51 999-888-777', '+51999888777'],
  ['email', {}, 'mailto:ana@Ejemplo.pe', 'ana@ejemplo.pe'],
  ['color', {}, 'ABC', '#aabbcc'],
  ['point', {}, '-12.0464, -77.0428', { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, '(-12.0464 -77.0428)', { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, '-12,0464, -77,0428', { fault: 'point' }],
  ['ref', {}, ' 12 ', 12],
  ['ref', {}, '1.5', { fault: 'ref' }],
  ['json', {}, '{"a":1}', { a: 1 }],
  ['json', {}, '{a:1}', { fault: 'json' }],
  ['text', {}, '  007 ', '007'],
]

describe('a cell of a file', () => {
  test.each(CELLS)('%s %j: %j is read as %j', (name, schema, text, expected) => {
    const read = typeOf(name).fromText(text, fieldOf(name, schema))
    expect('fault' in read ? { fault: read.fault.key } : read.value).toEqual(expected)
  })

  test('shows a moment by the clock of the zone and keeps it exactly', () => {
    const [type, field] = [typeOf('datetime'), fieldOf('datetime')]
    const text = type.toText('2026-11-21T05:00:00.000Z', field, { language: 'es', zone: 'America/Lima', decimal: ',' })
    expect(text).toBe('2026-11-21 00:00:00-05:00')
    const shown = (value: string, zone: string): string => type.toText(value, field, { language: 'es', zone, decimal: ',' })
    expect(shown('2026-11-21T05:00:00.123Z', 'Asia/Kathmandu')).toBe('2026-11-21 10:45:00.123+05:45')
    // Before 1908 Lima's clocks were 5 h 8 min 12 s behind: no offset can say it.
    expect(shown('1890-01-01T00:00:00.000Z', 'America/Lima')).toBe('1890-01-01T00:00:00.000Z')
  })

  test('writes a choice by its title where that is clear, else by its value', () => {
    const clear = fieldOf('enum', STATES)
    const mixed = fieldOf('enum', { 'x-values': [{ value: '1', title: '2' }, { value: '2', title: 'Dos' }] })
    const style = { language: 'es', zone: 'UTC', decimal: '.' } as const
    expect(typeOf('enum').toText('1', clear, style)).toBe('Activo')
    expect(typeOf('enum').toText('1', mixed, style)).toBe('1')
  })
})
