import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Json } from '../../../model/json'
import type { HeatAnswer } from '../../../model/stat-answer'
import type { ChartProps } from './chart-props'

/** What a map shows, and how fine its cells are (2^level around the earth). */
export interface HeatView {
  readonly box: readonly [west: number, south: number, east: number, north: number]
  readonly level: number
}

/** Where the cells of a map come from. */
export interface HeatSource {
  /** One for each question but the view. */
  readonly key: readonly unknown[]
  readonly ask: (view: HeatView, signal: AbortSignal) => Promise<HeatAnswer>
}

/** What a drawn chart gives for files: the numbers behind it, and its picture. */
export interface ChartFiles {
  readonly table: () => { readonly head: readonly string[]; readonly rows: readonly (readonly Json[])[] }
  /** Null: nothing is drawn. */
  readonly picture: () => { readonly canvas: HTMLCanvasElement; readonly width: number; readonly height: number } | null
  readonly legend: readonly { readonly label: string; readonly colour: string }[]
}

/** Props of a feature's map of numbers (`charts.map`). */
export interface MapChartProps extends Omit<ChartProps, 'colourOf'> {
  readonly title: string
  /** What the place is called. */
  readonly by: string
  /** The numbers are shown as a table. */
  readonly isTable: boolean
  readonly heat: HeatSource
  /** Filled by the chart while it is there. */
  readonly files: RefObject<ChartFiles | null>
}

interface Heat {
  readonly answer: HeatAnswer | null
  readonly failure: unknown
  readonly busy: boolean
  readonly retry: () => void
}

/**
 * The cells of the map's view; earlier cells stay until the next have arrived.
 * @param view null while the map has no view yet
 */
export function useHeat({ key, ask }: HeatSource, view: HeatView | null): Heat {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...key, view],
    queryFn: ({ signal }) => (view ? ask(view, signal) : null),
    enabled: view !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return { answer: data ?? null, failure: error, busy: isFetching, retry: () => void refetch() }
}
