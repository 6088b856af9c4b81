import type { Components, Theme } from '@mui/material/styles'

/** Dense by default, calm on touch, and a visible focus on everything that takes it. */
export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%' },
      body: { height: '100%', fontVariantNumeric: 'tabular-nums', overflowX: 'hidden' },
      '#root': { height: '100%' },
      ':focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: 1 },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
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
  MuiButton: { defaultProps: { size: 'small', disableElevation: true }, styleOverrides: { root: { minHeight: 32, paddingInline: 12 } } },
  MuiIconButton: {
    defaultProps: { size: 'small' },
    // A finger needs more room than a mouse.
    styleOverrides: { root: { '@media (pointer: coarse)': { minWidth: 40, minHeight: 40 } } },
  },
  MuiTextField: { defaultProps: { size: 'small', variant: 'outlined' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  // Why a field is locked must be readable.
  MuiFormHelperText: { styleOverrides: { root: ({ theme }) => ({ '&.Mui-disabled': { color: theme.palette.text.secondary } }) } },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiAutocomplete: { defaultProps: { size: 'small' } },
  MuiCheckbox: { defaultProps: { size: 'small' } },
  MuiRadio: { defaultProps: { size: 'small' } },
  MuiSwitch: { defaultProps: { size: 'small' } },
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
