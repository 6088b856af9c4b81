import { expect, test } from 'vitest'
import { readSites } from '../../custom/widgets/model/allowed-sites'
import { widgetAppearance, keptAppearance } from '../../custom/widgets/model/kept-appearance'
import { DEFAULT_APPEARANCE } from '../../custom/widgets/model/embed-code'

test('sites are origins, one a line, each once, in small letters and without a slash at the end', () => {
  expect(
    readSites(' https://Hotel.example/ \n\nhttp://localhost:8080\nhttps://*.hotel.example\nhttps://hotel.example'),
  ).toEqual({
    sites: ['https://hotel.example', 'http://localhost:8080', 'https://*.hotel.example'],
    wrong: null,
  })
  expect(readSites(null)).toEqual({ sites: [], wrong: null })
})

test.each([
  'hotel.example',
  'https://hotel.example/booking',
  'https://a.example; script-src *',
  "'unsafe-inline'",
  '*',
  'https://*',
  'ftp://a.example',
])('%s is no site', (line) => {
  expect(readSites(`https://fine.example\n${line}`).wrong).toBe(line)
})

test('an appearance comes back from its record as it was', () => {
  const own = { ...DEFAULT_APPEARANCE, width: 0, border: { width: 4, color: '#123456' }, borderRadius: 20 }
  expect(widgetAppearance(keptAppearance(own))).toEqual(own)
  expect(widgetAppearance(null)).toEqual(DEFAULT_APPEARANCE)
})
