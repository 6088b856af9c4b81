import { useTheme, type Theme } from '@mui/material/styles'
import { choices } from '../../../model/rules/choices'
import type { Field } from '../../../model/field'

/** Colours that people with any sight tell apart (Okabe and Ito), for parts without a colour of their own. */
const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8a7a00', '#7f7f7f']

/** The colour of a part: that of its choice, else the next of the palette. */
export function usePartColour(field: Field | undefined): (key: string | null, place: number) => string {
  const theme = useTheme()
  const known = field ? choices(field) : []
  return (key, place) =>
    toneOf(theme, known.find(({ value }) => value === key)?.color) ??
    (key === null ? theme.palette.text.disabled : (PALETTE[place % PALETTE.length] ?? theme.palette.primary.main))
}

function toneOf({ palette }: Theme, colour: string | undefined): string | undefined {
  if (colour === undefined || colour.startsWith('#')) return colour
  const tone: unknown = Reflect.get(palette, colour)
  return typeof tone === 'object' && tone !== null && 'main' in tone && typeof tone.main === 'string'
    ? tone.main
    : undefined
}
