import { createContext, useContext } from 'react'

/** How numbers, money and dates are written, from the settings and the user's branch. */
export interface DisplayStyle {
  readonly language: string
  /** IANA zone that date-times are shown and typed in. */
  readonly zone: string
  readonly coin: string
  readonly coin_space: boolean
  readonly decimals_visible: number
  readonly thousands_separator: string
  readonly decimals_separator: string
  /** Unit of distances that name none: `km` or `mi`. */
  readonly distance_unit: string
}

export const DEFAULT_STYLE: DisplayStyle = {
  language: 'es',
  zone: 'UTC',
  coin: '',
  coin_space: true,
  decimals_visible: 2,
  thousands_separator: ',',
  decimals_separator: '.',
  distance_unit: 'km',
}
const StyleContext = createContext<DisplayStyle>(DEFAULT_STYLE)
export const DisplayStyleProvider = StyleContext.Provider
export const useDisplayStyle = (): DisplayStyle => useContext(StyleContext)

/** Translates an i18n key; the engine's views get it here so that they stay free of react-admin. */
export type Say = (key: string, params?: { readonly [name: string]: string | number }) => string
const SayContext = createContext<Say>((key) => key)
export const SayProvider = SayContext.Provider
export const useSay = (): Say => useContext(SayContext)
