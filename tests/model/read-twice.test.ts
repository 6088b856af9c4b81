import { expect, test } from 'vitest'
import { readTwice } from '../../src/model/values/read-twice'
import { decodedBytes } from '../../src/model/values/text-encoding'

test.each([
  ['JosÃ©', 'José'],
  ['MarÃ\u00ada', 'María'],
  ['PeÃ±a', 'Peña'],
  ['Ã\u0081ngel', 'Ángel'],
  ['voilÃ\u00a0', 'voilà'],
  ['voilÃ', 'voilà'],
  ['voilÃ encore', 'voilà encore'],
  ['JosÃƒÂ©', 'José'],
  ['Peña JosÃ©', 'Peña José'],
  ['â‚¬ 5', '€ 5'],
  ['Ave. 28 â€“ Lima', 'Ave. 28 – Lima'],
  ['Jos√© Mu√±oz', 'José Muñoz'],
  ['Jos├® Mu├▒oz', 'José Muñoz'],
  ['Jos├⌐', 'José'],
  ['NÂ° 5', 'N° 5'],
  ['Ã“scar', 'Óscar'],
  ['Ã\u0093scar', 'Óscar'],
  ['×©×œ×•×\u009d', 'שלום'],
])('%j was %j', (text, before) => expect(readTwice(text)).toBe(before))

test.each([
  'José',
  'Peña',
  'AMANHÃ',
  'MANHÃ DE SOL',
  'São João',
  'Ângela',
  '«EMPANIZÓ»',
  '“José”…',
  'Ñandú',
  'Äpfel',
  'Åsa',
  'N° 5',
  '½ año',
  '√2',
  '¬a',
  'שלום',
  'São “JOÃO”',
  'Ô',
  'Muñoz – “Él”',
  '20 °C',
  '',
])('%j is as it was written', (text) => expect(readTwice(text)).toBeNull())

test('a file of Windows has its quotes, dashes and euro', () => {
  const { text, reading } = decodedBytes(
    Uint8Array.of(0x93, 0x44, 0xf3, 0x6e, 0x94, 0x20, 0x96, 0x20, 0x80, 0x20, 0x35),
  )
  expect([text, reading.encoding]).toEqual(['“Dón” – € 5', 'windows-1252'])
})
