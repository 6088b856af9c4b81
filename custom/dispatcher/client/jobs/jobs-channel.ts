import type { CallResponse } from '#engine/model'
import type { jobsCall } from '../../../services/model'

export type Jobs = CallResponse<typeof jobsCall>

/**
 * What windows of one person say to each other: a state, who listens, or that something was done. Five hundred rides
 * are copied for nobody who does not listen.
 */
export type JobsWord = Jobs | 'who' | 'here' | 'gone' | 'changed'

/** Where the windows of one person speak of the rides that are not over. */
export const openJobsChannel = (id_actor: number) => new BroadcastChannel(`toolrides_v5.jobs.${id_actor}`)

interface Line {
  readonly current: BroadcastChannel | null
}

export const postJobsWord = (line: Line, word: JobsWord): void => line.current?.postMessage(word)

/** Something was done to a ride: every list of this person asks at once, in this window and in a torn-off one. */
export function tellJobsChanged(id_actor: number): void {
  const channel = openJobsChannel(id_actor)
  postJobsWord({ current: channel }, 'changed')
  channel.close()
}
