import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { liveKey } from '#engine/client'
import { jobsCall } from '../../../services/model/jobs-call'
import type { OnNews } from '../live/on-news'

/** The list of rides is asked for at once after something was done about one of them. */
export function useJobNews(onNews?: OnNews): OnNews {
  const queries = useQueryClient()
  return useCallback((id, version) => {
    onNews?.(id, version)
    // News with a version are what a poll has heard.
    if (version === null) void queries.invalidateQueries({ queryKey: liveKey(jobsCall) })
  }, [queries, onNews])
}
