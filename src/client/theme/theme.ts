import { createTheme, type Theme, darken, getContrastRatio, lighten, type Components } from '@mui/material/styles'
import type { Colours } from './colours'

/** Dense by default, larger on touch, and a visible focus on every control. */
const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%' },
      body: { height: '100%', fontVariantNumeric: 'tabular-nums', overflowX: 'hidden' },
      '#root': { height: '100%' },
      ':focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }) => ({
        fontFamily: 'inherit',
        '&.Mui-focusVisible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { size: 'small', disableElevation: true },
    styleOverrides: { root: { minHeight: 32, paddingInline: 12 } },
  },
  MuiIconButton: {
    defaultProps: { size: 'small' },
    // Touch needs more room than a mouse.
    styleOverrides: { root: { '@media (pointer: coarse)': { minWidth: 40, minHeight: 40 } } },
  },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  // Why a field is locked must be readable.
  MuiFormHelperText: {
    styleOverrides: { root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.palette.text.secondary } }) },
  },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiAutocomplete: { defaultProps: { size: 'small' } },
  MuiCheckbox: { defaultProps: { size: 'small' } },
  MuiRadio: { defaultProps: { size: 'small' } },
  MuiSwitch: {
    defaultProps: { size: 'small' },
    // A switch cuts what stands out of it, so the ring is around all of it.
    styleOverrides: {
      root: ({ theme }) => ({
        '&:has(.Mui-focusVisible)': { outline: `2px solid ${theme.palette.primary.main}`, borderRadius: 12 },
      }),
      switchBase: { '&.Mui-focusVisible': { outline: 'none' } },
    },
  },
  MuiTable: { defaultProps: { size: 'small' } },
  MuiToolbar: { defaultProps: { variant: 'dense' } },
  MuiMenuItem: { defaultProps: { dense: true } },
  MuiList: { defaultProps: { dense: true } },
  MuiTooltip: { defaultProps: { enterDelay: 500, enterNextDelay: 200 } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2 }) } },
  MuiChip: { defaultProps: { size: 'small' } },
  MuiTab: { styleOverrides: { root: { minHeight: 40 } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
}

// WCAG 2.2, 1.4.3: contrast of text of ordinary size.
const AA = 4.5

/** The nearest shade of a colour that stays readable (AA) on a surface; the colour itself when it already is. */
function readableOn(surface: string, colour: string): string {
  const away = getContrastRatio(surface, '#ffffff') > getContrastRatio(surface, '#000000') ? lighten : darken
  for (let step = 0; step <= 20; step += 1) {
    const shade = step === 0 ? colour : away(colour, step / 20)
    if (getContrastRatio(shade, surface) >= AA) return shade
  }
  return textOn(surface)
}

/** The nearest lighter shade of a surface that a dark text stays readable on. */
function surfaceUnder(text: string, surface: string): string {
  for (let step = 0; step < 20; step += 1) {
    const shade = step === 0 ? surface : lighten(surface, step / 20)
    if (getContrastRatio(shade, text) >= AA) return shade
  }
  return '#ffffff'
}

/** Black or white, whichever reads better on a surface. */
const textOn = (surface: string): '#ffffff' | '#000000' =>
  getContrastRatio(surface, '#ffffff') >= getContrastRatio(surface, '#000000') ? '#ffffff' : '#000000'

export type ColourMode = 'light' | 'dark'

declare module '@mui/material/styles' {
  interface Palette {
    /** Surface of the side navigation. */
    menu: { main: string; contrastText: string }
  }
  interface PaletteOptions {
    menu: { main: string; contrastText: string }
  }
}

const SURFACES = {
  light: { page: '#f4f6f8', paper: '#ffffff', text: '#19222d', faint: '#566173', line: '#dfe3e9' },
  dark: { page: '#11161c', paper: '#1a2129', text: '#e7ebf0', faint: '#9ca8b8', line: '#303a46' },
} as const

// State colours, each readable as text on its mode's paper.
const STATES = {
  light: { success: '#1b7340', warning: '#8f5200', error: '#b3261e', info: '#1a5fa8' },
  dark: { success: '#6fcf97', warning: '#f2b45c', error: '#f2938c', info: '#7db8f0' },
} as const

const PRIMARY = '#1d5fa8'
const ACCENT = '#0f7a6c'

/** The console's look: neutral surfaces, the company's two colours adjusted until they are readable (AA) on them. */
export function consoleTheme(mode: ColourMode, colours: Colours, direction: 'ltr' | 'rtl' = 'ltr'): Theme {
  const surface = SURFACES[mode]
  const states = STATES[mode]
  const menu = colours.menu ?? surface.paper
  const page = mode === 'light' && colours.background ? surfaceUnder(surface.faint, colours.background) : surface.page
  // Page or paper, whichever has the lower contrast.
  const hardest = mode === 'light' ? page : surface.paper
  const tone = (colour: string, on: string | null = null) => {
    const main = readableOn(hardest, colour)
    return { main, contrastText: on && getContrastRatio(on, main) >= AA ? on : textOn(main) }
  }
  return createTheme({
    direction,
    palette: {
      mode,
      primary: tone(colours.primary ?? PRIMARY),
      secondary: tone(colours.accent ?? ACCENT, colours.accent_inverse),
      success: tone(states.success),
      warning: tone(states.warning),
      error: tone(states.error),
      info: tone(states.info),
      background: { default: page, paper: surface.paper },
      text: { primary: surface.text, secondary: surface.faint },
      divider: surface.line,
      // MUI's 16 % of white leaves secondary text at 4.0 to 1 on a chosen row.
      action:
        mode === 'dark'
          ? {
              selected: 'rgba(255, 255, 255, 0.1)',
              selectedOpacity: 0.1,
              hover: 'rgba(255, 255, 255, 0.06)',
              hoverOpacity: 0.06,
            }
          : {},
      menu: { main: menu, contrastText: colours.menu ? textOn(menu) : surface.text },
    },
    shape: { borderRadius: 6 },
    typography: {
      fontFamily: "'Inter Variable', 'Inter stand-in', system-ui, sans-serif",
      h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.01em' },
      h2: { fontSize: '1.0625rem', fontWeight: 600, lineHeight: 1.4 },
      h3: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.4 },
      h4: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      h5: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      h6: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
      subtitle1: { fontSize: '0.875rem', fontWeight: 500 },
      subtitle2: { fontSize: '0.8125rem', fontWeight: 500 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      button: { fontSize: '0.875rem', fontWeight: 500, textTransform: 'none', letterSpacing: 0 },
      caption: { fontSize: '0.75rem', lineHeight: 1.4 },
    },
    components,
  })
}
