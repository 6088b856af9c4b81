import { useMemo } from 'react'
import { useCall } from '#engine/client'
import { GAP_MS } from '../model/track-fix'
import { trackingsCall, type Track, type TrackItem } from '../model/track-calls'

/** A point with its moment as a number. */
export interface TrackPoint extends TrackItem {
  readonly at_ms: number
}

export interface TrackAskedFor {
  readonly id_user?: number
  readonly id_service?: number
  readonly date_from?: string
  readonly date_to?: string
}

const NO_POINTS: readonly TrackPoint[] = []

/** The track of the address; null asks for none. */
export function useTrack(asked: TrackAskedFor | null) {
  const { answer, failure, busy, retry } = useCall(trackingsCall, asked)
  const points = useMemo(
    () => answer?.items.map((item): TrackPoint => ({ ...item, at_ms: Date.parse(item.date) })) ?? NO_POINTS,
    [answer],
  )
  return { track: answer, points, failure, busy, retry, gap_ms: gapOf(answer) }
}

/** Points of a thinned track lie further from each other than what the phone sent. */
const gapOf = (track: Track | null): number => GAP_MS * (track?.every ?? 1)
