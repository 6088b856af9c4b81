import { useStore } from 'react-admin'
import { directionOf, type Direction } from '../../model/words/direction'
import type { ColourMode } from './theme'

const LAYOUTS = ['layout1', 'layout2', 'layout3'] as const
const WIDTHS = ['full', 'boxed'] as const
const THEMES = ['system', 'light', 'dark'] as const
const DIRECTIONS = ['auto', 'ltr', 'rtl'] as const

/**
 * How somebody wants the console to look (spec 1 §1): the menu at the side, or above in one of two ways; the whole
 * width or 1280 px; its colours and its direction, which is that of the language (`auto`) unless they choose one.
 */
export interface Appearance {
  readonly layout: (typeof LAYOUTS)[number]
  readonly width: (typeof WIDTHS)[number]
  readonly theme: (typeof THEMES)[number]
  readonly direction: (typeof DIRECTIONS)[number]
}

/** What may be chosen of each, in the order of the panel. */
export const CHOICES = { layout: LAYOUTS, width: WIDTHS, theme: THEMES, direction: DIRECTIONS } as const

export const USUAL: Appearance = { layout: 'layout1', width: 'full', theme: 'system', direction: 'auto' }

/** Reads what a profile or this browser keeps; what is none of the choices is the usual. */
export function appearanceOf(kept: unknown): Appearance {
  const from: { readonly [name: string]: unknown } = typeof kept === 'object' && kept !== null ? { ...kept } : {}
  const chosen = <T extends string>(name: keyof Appearance, choices: readonly T[], usual: T): T =>
    choices.find((one) => one === from[name]) ?? usual
  return {
    layout: chosen('layout', LAYOUTS, USUAL.layout),
    width: chosen('width', WIDTHS, USUAL.width),
    theme: chosen('theme', THEMES, USUAL.theme),
    direction: chosen('direction', DIRECTIONS, USUAL.direction),
  }
}

/** As this browser keeps it, so that the sign-in and the next start have it before anything is answered. */
export function useAppearance(): readonly [Appearance, (wanted: Appearance) => void] {
  const [kept, keep] = useStore<unknown>('appearance', null)
  return [appearanceOf(kept), keep]
}

/** The colours of a theme, where `system` has those of the device. */
export const colourMode = ({ theme }: Appearance, system: ColourMode): ColourMode =>
  theme === 'system' ? system : theme

/** The direction of the page, where `auto` has that of the language. */
export const directionFor = ({ direction }: Appearance, language: string): Direction =>
  direction === 'auto' ? directionOf(language) : direction
