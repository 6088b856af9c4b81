import { GAP_MS } from './track-fix'

/**
 * A piece of a track that is drawn as one line; `known` false: the phone was silent, and the straight line is a guess.
 */
interface TrackPart<T> {
  readonly known: boolean
  readonly fixes: readonly T[]
}

/**
 * A track in pieces, in their order: what was driven, and the gaps between. Neighbours share their end.
 * @param gap_ms silence beyond which the way is not known; thinned tracks give the time between their points
 */
export function trackParts<T extends { readonly at_ms: number }>(
  fixes: readonly T[],
  gap_ms = GAP_MS,
): readonly TrackPart<T>[] {
  const parts: TrackPart<T>[] = []
  let run: T[] = []
  for (const fix of fixes) {
    const last = run.at(-1)
    if (last && fix.at_ms - last.at_ms > gap_ms) {
      if (run.length > 1) parts.push({ known: true, fixes: run })
      parts.push({ known: false, fixes: [last, fix] })
      run = []
    }
    run.push(fix)
  }
  if (run.length > 1) parts.push({ known: true, fixes: run })
  return parts
}
