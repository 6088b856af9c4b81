import { useCallback } from 'react'
import { useConsole } from '#engine/client'
import type { OnNews } from '../live/on-news'
import { tellJobsChanged } from './jobs-channel'

/** Every list of rides of this person asks at once after something was done about one of them. */
export function useJobNews(onNews?: OnNews): OnNews {
  const { actor } = useConsole()
  return useCallback(
    (id, version) => {
      onNews?.(id, version)
      // News with a version are what a poll has heard.
      if (version === null) tellJobsChanged(actor.id)
    },
    [actor.id, onNews],
  )
}
