import { getContrastRatio } from '@mui/material/styles'
import { assert, integer, property, record } from '../fast-check'
import { expect, test } from 'vitest'
import { NO_COLOURS, coloursOf, type Colours } from '../../src/client/theme/colours'
import { consoleTheme, type ColourMode } from '../../src/client/theme/theme'

// WCAG 2.2, 1.4.3.
const AA = 4.5

function weakest(mode: ColourMode, colours: Colours): number {
  const { palette } = consoleTheme(mode, colours)
  const { paper } = palette.background
  const tones = [palette.primary, palette.secondary, palette.success, palette.warning, palette.error, palette.info]
  return Math.min(
    ...tones.map(({ main }) => getContrastRatio(main, paper)),
    ...tones.map(({ main }) => getContrastRatio(main, palette.background.default)),
    ...tones.map(({ main, contrastText }) => getContrastRatio(contrastText, main)),
    getContrastRatio(palette.menu.contrastText, palette.menu.main),
    getContrastRatio(palette.text.primary, paper),
    getContrastRatio(palette.text.secondary, paper),
    getContrastRatio(palette.text.secondary, palette.background.default),
  )
}

test.each(['light', 'dark'] as const)('the console’s own colours read in the %s theme', (mode) => {
  expect(weakest(mode, NO_COLOURS)).toBeGreaterThanOrEqual(AA)
})

test.each(['light', 'dark'] as const)('whatever colours a company sets, everything reads in the %s theme', (mode) => {
  const colour = integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)
  assert(
    property(
      record({ primary: colour, accent: colour, accent_inverse: colour, menu: colour, background: colour }),
      (colours) => weakest(mode, colours) >= AA,
    ),
    { numRuns: 60 },
  )
})

test('a setting that is no colour is passed over', () => {
  expect(coloursOf({ colours: { primary: 'red', accent: '#ABCDEF', menu: null, background: 7 } })).toEqual({
    primary: null,
    accent: '#abcdef',
    accent_inverse: null,
    menu: null,
    background: null,
  })
  expect(coloursOf({})).toEqual(NO_COLOURS)
})
