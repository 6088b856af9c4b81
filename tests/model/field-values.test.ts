import { describe, expect, test } from 'vitest'
import type { FieldTypeName } from '../../src/fields/data'
import type { Json, JsonObject } from '../../src/model/json'
import { fieldOf, typeOf } from './field-fixture'

const STATES: JsonObject = {
  'x-values': [
    { value: '1', title: 'Activo' },
    { value: '0', title: 'Inactivo' },
  ],
}

const ring = (places: readonly (readonly [lat: number, lng: number])[]): Json =>
  places.map(([lat, lng]) => ({ lat, lng }))
const span = (day_of_week: Json, time_start: string, time_end: string): JsonObject => ({
  day_of_week,
  time_start,
  time_end,
})

/** What comes in → what is kept, or the key of the error. */
const VALUES: readonly [type: FieldTypeName, schema: JsonObject, input: Json, kept: Json | { error: string }][] = [
  ['text', {}, '  Jose\u0301  ', 'José'],
  ['text', {}, '   ', null],
  ['text', {}, 'a\tb', { error: 'characters' }],
  ['text', {}, 'a\u0000', { error: 'characters' }],
  ['text', {}, '\ud800', { error: 'characters' }],
  ['text', {}, 7, { error: 'text' }],
  ['text', { maxLength: 2 }, '😀😀', '😀😀'],
  ['text', { maxLength: 2 }, '😀😀😀', { error: 'too_long' }],
  ['text', { minLength: 3 }, 'ab', { error: 'too_short' }],
  ['text', {}, 'x'.repeat(256), { error: 'too_long' }],
  ['text', { pattern: '^[0-9]{6}$' }, '010101', '010101'],
  ['text', { pattern: '^[0-9]{6}$' }, '10101', { error: 'pattern' }],
  ['longtext', {}, 'uno\r\ndos\rtres', 'uno\ndos\ntres'],
  ['integer', {}, '007', 7],
  ['integer', {}, '12.0', 12],
  ['integer', {}, 12.5, { error: 'integer' }],
  ['integer', {}, '9007199254740993', { error: 'digits' }],
  ['integer', { minimum: 1 }, 0, { error: 'min' }],
  ['integer', {}, '', null],
  ['decimal', {}, '0.1', 0.1],
  ['decimal', {}, '0.10', 0.1],
  ['decimal', {}, '+1.50', 1.5],
  ['decimal', {}, '-0', 0],
  ['decimal', {}, '12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['decimal', {}, '1'.repeat(31), { error: 'digits' }],
  ['decimal', {}, 1e300, { error: 'digits' }],
  ['decimal', {}, '1e3', { error: 'number' }],
  ['decimal', {}, '0x10', { error: 'number' }],
  // 0.3 - 0.1 in doubles is below 0.2; compared as decimals it is the limit itself.
  ['decimal', { minimum: 0.2 }, '0.2', 0.2],
  ['decimal', { multipleOf: 0.1 }, 0.3, 0.3],
  ['decimal', { multipleOf: 0.1 }, 0.35, { error: 'multiple' }],
  ['decimal', { maximum: 5 }, '5.0000000000000000001', { error: 'max' }],
  ['money', {}, 12.345, { error: 'scale' }],
  ['money', {}, '12.340', 12.34],
  ['money', { 'x-scale': 0 }, 12.5, { error: 'integer' }],
  ['money', { 'x-scale': 3 }, 12.345, 12.345],
  ['flag', {}, true, 1],
  ['flag', {}, '0', 0],
  ['flag', {}, 2, { error: 'flag' }],
  ['enum', STATES, 1, '1'],
  ['enum', STATES, ' 0 ', '0'],
  ['enum', STATES, '2', { error: 'enum' }],
  ['date', {}, '2024-02-29', '2024-02-29'],
  ['date', {}, '2026-02-30', { error: 'date' }],
  ['date', {}, '1900-02-29', { error: 'date' }],
  ['date', {}, '0000-01-01', { error: 'date' }],
  ['date', {}, '2026-11-21T00:00:00Z', { error: 'date' }],
  ['datetime', {}, '2026-11-21T00:00:00-05:00', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-11-21 00:00-05', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-12-31T23:59:59.9999-05:00', '2027-01-01T04:59:59.999Z'],
  ['datetime', {}, '0050-06-01T00:00:00Z', '0050-06-01T00:00:00.000Z'],
  ['datetime', {}, '2026-11-21T05:00:00', { error: 'datetime_offset' }],
  ['datetime', {}, '2026-02-30T05:00:00Z', { error: 'datetime' }],
  ['datetime', {}, '2026-11-21T24:00:00Z', { error: 'datetime' }],
  ['datetime', {}, '9999-12-31T23:00:00-05:00', { error: 'datetime' }],
  ['color', {}, 'F0A', '#ff00aa'],
  ['color', {}, '#1A2B3C', '#1a2b3c'],
  ['color', {}, 'red', { error: 'color' }],
  ['ref', {}, '12', 12],
  ['ref', {}, 0, { error: 'ref' }],
  ['ref', {}, 2_147_483_648, { error: 'ref' }],
  ['email', {}, ' Ana.Perez@Ejemplo.PE ', 'Ana.Perez@ejemplo.pe'],
  ['email', {}, 'josé@correo.pe', 'josé@correo.pe'],
  ['email', {}, 'ana@ejemplo..pe', { error: 'email' }],
  ['email', {}, '.ana@ejemplo.pe', { error: 'email' }],
  ['email', {}, 'ana@127.0.0.1', { error: 'email' }],
  ['email', {}, 'ana@ejemplo.pe\u0000', { error: 'email' }],
  ['phone', {}, '+51 (1) 222-33.44', '+5112223344'],
  ['phone', { 'x-home': '51' }, '+51 987 654 321', '987654321'],
  ['phone', { 'x-home': '51' }, '0051-987-654-321', '987654321'],
  ['phone', { 'x-home': '51' }, '51 987654321', '987654321'],
  ['phone', { 'x-home': '51' }, '(+51) 987.654.321', '987654321'],
  ['phone', { 'x-home': '51' }, '987 654 321', '987654321'],
  ['phone', { 'x-home': '51' }, '987654321.0', '987654321'],
  ['phone', { 'x-home': '51' }, '51987654321,00', '987654321'],
  ['phone', { 'x-home': '51' }, '515 123 456', '515123456'],
  ['phone', { 'x-home': '51' }, '+51 1 445-6677', '014456677'],
  ['phone', { 'x-home': '51' }, '0051 (01) 445 6677', '014456677'],
  ['phone', { 'x-home': '51' }, '51 14456677', '014456677'],
  ['phone', { 'x-home': '51' }, '(01) 445-6677', '014456677'],
  ['phone', { 'x-home': '51' }, '+51 (0)44 234567', '044234567'],
  ['phone', { 'x-home': '51' }, '+1 512 555 1234', '+15125551234'],
  ['phone', { 'x-home': '51' }, '+51 987 654', '987654'],
  ['phone', { 'x-home': '51' }, '+51 98765', { error: 'phone' }],
  ['phone', { 'x-home': '51' }, '+52 1987654321', '+521987654321'],
  ['phone', { 'x-home': '' }, '+51 987 654 321', '+51987654321'],
  ['phone', {}, '999 888', '999888'],
  ['phone', {}, '99888', { error: 'phone' }],
  ['phone', {}, '9'.repeat(16), { error: 'phone' }],
  ['point', {}, { lat: '-12.0464', lng: -77.0428 }, { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, { lat: '', lng: '' }, null],
  ['point', {}, { lat: -0, lng: 0 }, { lat: 0, lng: 0 }],
  ['point', {}, { lat: 1 }, { error: 'point' }],
  ['point', {}, { lat: 90.1, lng: 0 }, { error: 'point' }],
  ['point', {}, { lat: 1, lng: 1, alt: 1 }, { error: 'point' }],
  ['json', {}, { a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ['json', {}, { a: '\u0000' }, { error: 'json' }],
  ['text', { 'x-case': 'upper' }, ' abc-123 ', 'ABC-123'],
  ['text', { 'x-case': 'upper', maxLength: 6 }, 'straße', { error: 'too_long' }],
  ['text', { 'x-case': 'lower' }, 'ÁRBOL', 'árbol'],
  ['percent', {}, '12.50', 12.5],
  ['percent', { 'x-scale': 1 }, 12.25, { error: 'scale' }],
  ['percent', { maximum: 100 }, 100.01, { error: 'max' }],
  ['time', {}, '8:05', '08:05'],
  ['time', {}, '08:05:00', '08:05'],
  ['time', {}, '08:05:30', { error: 'time' }],
  ['time', {}, '24:00', { error: 'time' }],
  ['duration', {}, 90, 90],
  ['duration', {}, -1, { error: 'min' }],
  ['duration', {}, '1:30', { error: 'duration' }],
  ['distance', {}, '12.5', 12.5],
  ['distance', {}, '12.5 km', { error: 'distance' }],
  ['url', {}, 'empresa.com', 'https://empresa.com'],
  ['url', {}, 'www.empresa.com.pe/a?b=ñ', 'https://www.empresa.com.pe/a?b=ñ'],
  ['url', {}, 'HTTP://Empresa.com', 'http://Empresa.com'],
  ['url', {}, 'javascript:alert(1)', { error: 'url' }],
  ['url', {}, ' JaVaScRiPt:alert(1)', { error: 'url' }],
  ['url', {}, 'java\tscript:alert(1)', { error: 'url' }],
  ['url', {}, 'https://banco.com@malo.com', { error: 'url' }],
  ['url', {}, 'https:\\\\malo.com', { error: 'url' }],
  ['url', {}, 'http:malo.com', { error: 'url' }],
  ['url', {}, 'https://x.com/"onclick="alert(1)', { error: 'url' }],
  ['standard', { 'x-list': 'time_zones' }, 'lima', 'America/Lima'],
  ['standard', { 'x-list': 'time_zones' }, 'america/new york', 'America/New_York'],
  ['standard', { 'x-list': 'time_zones' }, 'US/Pacific', 'America/Los_Angeles'],
  ['standard', { 'x-list': 'time_zones' }, 'Asia/Kolkata', 'Asia/Kolkata'],
  ['standard', { 'x-list': 'time_zones' }, 'America/Limaa', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'time_zones' }, 'IST', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'time_zones' }, 'BST', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'time_zones' }, 'EST', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'time_zones' }, 'Etc/GMT+5', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'time_zones' }, '+05:00', { error: 'code_time_zones' }],
  ['standard', { 'x-list': 'countries' }, 'pe', 'PE'],
  ['standard', { 'x-list': 'countries' }, 'Perú', 'PE'],
  ['standard', { 'x-list': 'countries' }, 'QQ', { error: 'code_countries' }],
  ['standard', { 'x-list': 'languages' }, 'español', 'es'],
  ['standard', { 'x-list': 'languages' }, 'xx', { error: 'code_languages' }],
  ['icon', {}, 'Local Taxi', 'local_taxi'],
  ['icon', {}, 'taxi_volador', { error: 'icon' }],
  ['polygon', {}, [], null],
  [
    'polygon',
    {},
    ring([
      [0, 0],
      [0, 1],
      [1, 1],
      [0, 0],
    ]),
    ring([
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
  [
    'polygon',
    {},
    ring([
      [0, 0],
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
    ring([
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
  [
    'polygon',
    {},
    [
      { lat: '0.123456789', lng: 0 },
      { lat: 0, lng: '1' },
      { lat: 1, lng: 1 },
    ],
    ring([
      [0.1234568, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
  [
    'polygon',
    {},
    {
      type: 'Polygon',
      coordinates: [
        [
          [-77, -12],
          [-76, -12],
          [-76, -11],
          [-77, -12],
        ],
      ],
    },
    ring([
      [-12, -77],
      [-12, -76],
      [-11, -76],
    ]),
  ],
  [
    'polygon',
    {},
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
        [
          [0.2, 0.2],
          [0.3, 0.2],
          [0.3, 0.3],
        ],
      ],
    },
    { error: 'polygon_holes' },
  ],
  [
    'polygon',
    {},
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
      ],
    },
    ring([
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
  [
    'polygon',
    {},
    {
      type: 'MultiPolygon',
      coordinates: [
        [
          [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        ],
        [
          [
            [2, 0],
            [3, 0],
            [3, 1],
          ],
        ],
      ],
    },
    { error: 'polygon_parts' },
  ],
  ['polygon', {}, { type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } }, { error: 'polygon_kind' }],
  ['polygon', {}, { type: 'Polygon', coordinates: 7 }, { error: 'polygon' }],
  [
    'polygon',
    {},
    ring([
      [0, 0],
      [0, 1],
      [0, 0],
      [0, 1],
    ]),
    { error: 'polygon_points' },
  ],
  [
    'polygon',
    {},
    ring([
      [0, 0],
      [1, 1],
      [0, 1],
      [1, 0],
    ]),
    { error: 'polygon_crosses' },
  ],
  [
    'polygon',
    {},
    ring([
      [0, 0],
      [0, 181],
      [1, 1],
    ]),
    { error: 'polygon' },
  ],
  ['schedule', {}, [], null],
  [
    'schedule',
    {},
    [span(0, '9:00', '13:00'), span('1', '08:00:00', '24:00')],
    [span(1, '08:00', '00:00'), span(0, '09:00', '13:00')],
  ],
  ['schedule', {}, [{ ...span(1, '08:00', '12:00'), id: 7 }], [span(1, '08:00', '12:00')]],
  [
    'schedule',
    {},
    [span(1, '08:00', '12:00'), span(1, '12:00', '15:00')],
    [span(1, '08:00', '12:00'), span(1, '12:00', '15:00')],
  ],
  ['schedule', {}, [span(1, '08:00', '12:00'), span(1, '11:00', '15:00')], { error: 'schedule_overlap' }],
  ['schedule', {}, [span(1, '22:00', '02:00'), span(2, '01:00', '03:00')], { error: 'schedule_overlap' }],
  [
    'schedule',
    {},
    [span(0, '22:00', '02:00'), span(1, '02:00', '03:00')],
    [span(1, '02:00', '03:00'), span(0, '22:00', '02:00')],
  ],
  ['schedule', {}, [span(0, '22:00', '02:00'), span(1, '01:59', '03:00')], { error: 'schedule_overlap' }],
  [
    'schedule',
    {},
    [span(3, '00:00', '00:00'), span(4, '00:00', '00:00')],
    [span(3, '00:00', '00:00'), span(4, '00:00', '00:00')],
  ],
  ['schedule', {}, [span(3, '10:00', '10:00')], { error: 'schedule_empty' }],
  ['schedule', {}, [span(3, '10:00', '')], { error: 'schedule' }],
  ['richtext', {}, ' <p>Hola</p>\r\n', '<p>Hola</p>'],
  ['richtext', {}, '<p></p><p><br></p>', null],
  ['richtext', {}, '<p>a\u0000</p>', { error: 'characters' }],
  ['password', {}, ' con espacios ', ' con espacios '],
  ['password', {}, 'corta', { error: 'too_short' }],
]

describe('a value on the wire', () => {
  test.each(VALUES)('%s %j: %j is kept as %j', (name, schema, input, kept) => {
    const [type, field] = [typeOf(name), fieldOf(name, schema)]
    const canonical = type.canonical(input, field)
    const error = canonical === null ? null : type.check(canonical, field)
    expect(error ? { error: error.key } : canonical).toEqual(kept)
  })
})

/** What stands in a cell → what is read, or the key of the error. */
type CellRow = readonly [type: FieldTypeName, schema: JsonObject, text: string, read: Json | { error: string }]
const CELLS: readonly CellRow[] = [
  ...['sí', 'Si', 'SÍ', 's', 'yes', 'Y', '1', 'true', 'VERDADERO', ' on '].map(
    (text) => ['flag', {}, text, 1] satisfies CellRow,
  ),
  ...['no', 'N', '0', 'false', 'Falso', 'off'].map((text) => ['flag', {}, text, 0] satisfies CellRow),
  ['flag', {}, 'tal vez', { error: 'flag' }],
  ['decimal', {}, ' 1234.50 ', 1234.5],
  ['decimal', {}, '12,5', 12.5],
  ['decimal', {}, '0,125', 0.125],
  ['decimal', {}, '1234,567', 1234.567],
  ['decimal', {}, '−3', -3],
  ['decimal', {}, '1,234.5', { error: 'number_ambiguous' }],
  ['decimal', {}, '1.234,5', { error: 'number_ambiguous' }],
  ['decimal', {}, '1,234', { error: 'number_ambiguous' }],
  ['decimal', {}, '1 234', { error: 'number_ambiguous' }],
  ['decimal', {}, '1.234.567', { error: 'number_ambiguous' }],
  ['decimal', {}, '1e5', { error: 'number' }],
  ['decimal', {}, 'S/ 12', { error: 'number' }],
  ['money', {}, '1,234.50', { error: 'number_ambiguous' }],
  ['integer', {}, '42', 42],
  ['enum', STATES, 'inactivo', '0'],
  ['enum', STATES, '1', '1'],
  ['enum', STATES, 'otro', { error: 'enum' }],
  ['date', {}, '2026/1/5', '2026-01-05'],
  ['date', {}, '21/11/2026', '2026-11-21'],
  ['date', {}, '03/04/2026', '2026-04-03'],
  ['date', {}, '12/06/2028', '2028-06-12'],
  ['date', {}, '2-12-2028', '2028-12-02'],
  ['date', {}, '16.02.28', '2028-02-16'],
  ['date', {}, '9 de enero de 2027', '2027-01-09'],
  ['date', {}, 'sábado, 9 Ene. 2027', '2027-01-09'],
  ['date', {}, '1º de setiembre del 2027', '2027-09-01'],
  ['date', {}, 'January 9th, 2027', '2027-01-09'],
  ['date', {}, '9–1–2027', '2027-01-09'],
  ['date', {}, '09/01/2027.', '2027-01-09'],
  ['date', {}, '1er enero 2027', '2027-01-01'],
  ['date', {}, '1.º de enero de 2027', '2027-01-01'],
  ['date', {}, 'Primero de enero de 2027', '2027-01-01'],
  ['date', {}, '09/01/2027 00:00:00', '2027-01-09'],
  ['date', {}, '2027-01-09T00:00:00.000Z', '2027-01-09'],
  ['date', {}, '09/01/2027 08:00', { error: 'date' }],
  ['date', {}, '12/25/2026', { error: 'date' }],
  ['date', {}, '9 de marte de 2027', { error: 'date' }],
  ['date', {}, '31/04/2026', { error: 'date' }],
  ['datetime', {}, '2026-11-21 00:00:00-05:00', '2026-11-21T05:00:00.000Z'],
  ['datetime', {}, '2026-11-21 00:00:00', { error: 'datetime_offset' }],
  ['phone', {}, 'tel:+51 999-888-777', '+51999888777'],
  ['phone', {}, '0051 999 888 777', '+51999888777'],
  ['phone', {}, '+51 (0)999-888-777', '+51999888777'],
  ['phone', {}, '(01) 445-6677', '014456677'],
  ['phone', {}, '999 888 777 anexo 12', { error: 'phone' }],
  ['email', {}, 'mailto:ana@Ejemplo.pe', 'ana@ejemplo.pe'],
  ['color', {}, 'ABC', '#aabbcc'],
  ['point', {}, '-12.0464, -77.0428', { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, '(-12.0464 -77.0428)', { lat: -12.0464, lng: -77.0428 }],
  ['point', {}, '-12,0464, -77,0428', { error: 'point' }],
  ['ref', {}, ' 12 ', 12],
  ['ref', {}, '1.5', { error: 'ref' }],
  ['json', {}, '{"a":1}', { a: 1 }],
  ['json', {}, '{a:1}', { error: 'json' }],
  ['text', {}, '  007 ', '007'],
  ['text', { 'x-case': 'upper' }, 'abc-123', 'ABC-123'],
  ['percent', {}, '12,5 %', 12.5],
  ['percent', {}, '%', { error: 'number' }],
  ['time', {}, '8:30 p. m.', '20:30'],
  ['time', {}, '12:15 am', '00:15'],
  ['time', {}, '12 m.', '12:00'],
  ['time', {}, '12:00 m', '12:00'],
  ['time', {}, '14h30', '14:30'],
  ['time', {}, '14 horas', '14:00'],
  ['time', {}, '3:30 de la tarde', '15:30'],
  ['time', {}, '8 de la mañana', '08:00'],
  ['time', {}, '12 de la noche', '00:00'],
  ['time', {}, '9 de la noche', '21:00'],
  ['time', {}, '3:30 m', { error: 'time' }],
  ['time', {}, '8 pm', '20:00'],
  ['time', {}, '8', { error: 'time' }],
  ['time', {}, '13:00 pm', { error: 'time' }],
  ['duration', {}, '1:30', 90],
  ['duration', {}, '1 h 30 min', 90],
  ['duration', {}, '90 s', 1.5],
  ['duration', {}, '45', 45],
  ['duration', { 'x-unit': 's' }, '1:00:05', 3605],
  ['duration', { 'x-unit': 'h' }, '1:20', 1.3333],
  ['duration', {}, '1:75', { error: 'duration' }],
  ['distance', { 'x-unit': 'km' }, '800 m', 0.8],
  ['distance', { 'x-unit': 'm' }, '0,57 km', 570],
  ['distance', { 'x-unit': 'km' }, '10 mi', 16.0934],
  ['distance', {}, '10 mi', { error: 'distance' }],
  [
    'polygon',
    {},
    '-12,-77; -12,-76\n-11,-76',
    ring([
      [-12, -77],
      [-12, -76],
      [-11, -76],
    ]),
  ],
  [
    'polygon',
    {},
    '{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}',
    ring([
      [0, 0],
      [0, 1],
      [1, 1],
    ]),
  ],
  ['polygon', {}, '-12,-77; -12', { error: 'polygon' }],
  [
    'schedule',
    {},
    'lun-mié 8-13, 15:00-18:30; Domingo: 22:00 a 02:00',
    [
      ...[1, 2, 3].flatMap((day) => [span(day, '08:00', '13:00'), span(day, '15:00', '18:30')]),
      span(0, '22:00', '02:00'),
    ],
  ],
  [
    'schedule',
    {},
    'fri-sun 08:00-12:00',
    [span(5, '08:00', '12:00'), span(6, '08:00', '12:00'), span(0, '08:00', '12:00')],
  ],
  ['schedule', {}, 'lun 08:00', { error: 'schedule' }],
  ['schedule', {}, 'lun 08:00-12:00; lun 11:00-13:00', { error: 'schedule_overlap' }],
]

describe('a cell of a file', () => {
  test.each(CELLS)('%s %j: %j is read as %j', (name, schema, text, expected) => {
    const read = typeOf(name).fromText(text, fieldOf(name, schema))
    expect('error' in read ? { error: read.error.key } : read.value).toEqual(expected)
  })

  test('shows a moment by the clock of the zone and keeps it exactly', () => {
    const [type, field] = [typeOf('datetime'), fieldOf('datetime')]
    const text = type.toText('2026-11-21T05:00:00.000Z', field, { language: 'es', zone: 'America/Lima', decimal: ',' })
    expect(text).toBe('2026-11-21 00:00:00-05:00')
    const shown = (value: string, zone: string): string =>
      type.toText(value, field, { language: 'es', zone, decimal: ',' })
    expect(shown('2026-11-21T05:00:00.123Z', 'Asia/Kathmandu')).toBe('2026-11-21 10:45:00.123+05:45')
    // Before 1908 Lima's clocks were 5 h 8 min 12 s behind: no offset can say it.
    expect(shown('1890-01-01T00:00:00.000Z', 'America/Lima')).toBe('1890-01-01T00:00:00.000Z')
  })

  test('writes a choice by its title where that is clear, else by its value', () => {
    const clear = fieldOf('enum', STATES)
    const mixed = fieldOf('enum', {
      'x-values': [
        { value: '1', title: '2' },
        { value: '2', title: 'Dos' },
      ],
    })
    const style = { language: 'es', zone: 'UTC', decimal: '.' } as const
    expect(typeOf('enum').toText('1', clear, style)).toBe('Activo')
    expect(typeOf('enum').toText('1', mixed, style)).toBe('1')
  })
})
