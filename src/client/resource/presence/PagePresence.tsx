import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Json } from '../../../model/json'
import { useScope } from '../scope'
import { People } from './People'
import { usePresence } from './use-presence'

/**
 * On a record's page: who else has it open; what somebody saves meanwhile is read anew.
 * @param onLost it is gone: there is nothing left to be read
 */
export default function PagePresence({
  id,
  version,
  onLost,
}: {
  id: number | string
  version: Json
  onLost: () => void
}) {
  const { resource } = useScope()
  const queries = useQueryClient()
  const { answer, isGone } = usePresence(id, 'see', version)
  const read = useRef<Json>(null)
  const news = !isGone && answer && answer.version > Number(version) ? answer.version : null
  useEffect(() => {
    if (isGone) onLost()
  }, [isGone, onLost])
  useEffect(() => {
    // Once for each change, whatever comes of it.
    if (news === null || read.current === news) return
    read.current = news
    void queries.invalidateQueries({ queryKey: [resource.name, 'getOne'] })
  }, [news, queries, resource.name])
  return <div role="status">{answer && !isGone && <People people={answer.people} />}</div>
}
