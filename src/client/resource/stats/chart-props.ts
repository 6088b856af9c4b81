import type { JsonObject } from '../../../model/json'
import type { Stat } from '../../../model/stat'
import type { StatAnswer } from '../../../model/stat-answer'
import type { StatWords } from './stat-words'

/** What every chart gets. */
export interface ChartProps {
  readonly stat: Stat
  readonly answer: StatAnswer
  readonly words: StatWords
  readonly colourOf: (key: string | null, place: number) => string
  /** Shows the rows of a part. */
  readonly onDrill: (filters: JsonObject | null | undefined) => void
}

/** The series that parts are divided into, in the order of their first appearance. */
export function seriesOf({
  parts = [],
}: StatAnswer): readonly { readonly key: string | null; readonly label: string | null }[] {
  const seen = new Map<string | null, { readonly key: string | null; readonly label: string | null }>()
  for (const part of parts)
    for (const { key, label } of part.split ?? []) if (!seen.has(key)) seen.set(key, { key, label })
  return [...seen.values()]
}
