import type { JsonObject } from './json'
import type { Measure, RatioSide, Stat } from './stat'

/** A number of a catalogue as a block of a report says it. @param filters of the list that it stood above */
export function writtenBlock(
  { id, measure, filters, by, each, mean, split, top, as, good }: Stat,
  of: string,
  title: string,
  more: JsonObject,
): JsonObject {
  const all = { ...filters, ...more }
  return {
    id,
    of,
    title,
    as,
    ...writtenMeasure(measure),
    ...(Object.keys(all).length > 0 && { filters: all }),
    ...(by !== undefined && { by }),
    ...(each !== undefined && { each }),
    ...(mean && { mean }),
    ...(split !== undefined && { split }),
    ...(by !== undefined && each === undefined && { top }),
    ...(good !== undefined && { good }),
  }
}

/** The keywords of a measure. */
function writtenMeasure(measure: Measure): JsonObject {
  if (measure.what === 'count') return {}
  if (measure.what === 'share') return { share: measure.of }
  if (measure.what === 'ratio')
    return {
      ratio: {
        of: side(measure.of),
        to: side(measure.to),
        ...(measure.per !== 1 && { per: measure.per }),
        as: measure.as,
      },
    }
  const until: JsonObject = measure.until === undefined ? {} : { until: measure.until }
  return measure.what === 'percentile'
    ? { percentile: measure.p, f: measure.f, ...until }
    : { [measure.what]: measure.f, ...until }
}

const side = ({ sum, filters }: RatioSide): JsonObject => ({
  ...(sum !== undefined && { sum }),
  ...(Object.keys(filters).length > 0 && { filters }),
})
