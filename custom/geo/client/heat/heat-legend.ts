import type { HeatClass } from './heat-scale'

export interface LegendEntry {
  readonly label: string
  readonly colour: string
}

/** The values of each colour in words, the least first. */
export const legendOf = (classes: readonly HeatClass[], text: (value: number) => string): readonly LegendEntry[] =>
  classes.map(({ from, to, colour }) => ({
    colour,
    label: text(from) === text(to) ? text(from) : `${text(from)} – ${text(to)}`,
  }))
