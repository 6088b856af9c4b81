import { darken, getContrastRatio, lighten } from '@mui/material/styles'

// WCAG 2.2, 1.4.3: contrast of text of ordinary size.
const AA = 4.5

/** The nearest shade of a colour that stays readable (AA) on a surface; the colour itself when it already is. */
export function readableOn(surface: string, colour: string): string {
  const away = getContrastRatio(surface, '#ffffff') > getContrastRatio(surface, '#000000') ? lighten : darken
  for (let step = 0; step <= 20; step += 1) {
    const shade = step === 0 ? colour : away(colour, step / 20)
    if (getContrastRatio(shade, surface) >= AA) return shade
  }
  return textOn(surface)
}

/** The nearest lighter shade of a surface that a dark text stays readable on. */
export function surfaceUnder(text: string, surface: string): string {
  for (let step = 0; step < 20; step += 1) {
    const shade = step === 0 ? surface : lighten(surface, step / 20)
    if (getContrastRatio(shade, text) >= AA) return shade
  }
  return '#ffffff'
}

/** Black or white, whichever reads better on a surface. */
export const textOn = (surface: string): '#ffffff' | '#000000' =>
  getContrastRatio(surface, '#ffffff') >= getContrastRatio(surface, '#000000') ? '#ffffff' : '#000000'
