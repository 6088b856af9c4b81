import { useCallback, useEffect, useMemo, useState } from 'react'
import { useEvent } from 'react-admin'
import { useLocation, useNavigate } from 'react-router-dom'
import { useConsole } from '#engine/client'
import type { Desk, TypeAhead } from '../../../services/client'
import { deskTypeAhead, enquiriesOf, outboxOf, useEnquiries, useOutbox } from '../../../services/client/public'
import type { OnNews } from '../live/on-news'
import { watchedServices } from '../request/watched'

interface DeskCalls {
  /** Absent: who is here takes no calls. */
  readonly call?: Desk
  readonly ahead?: TypeAhead
  /** A call was begun: the search of the client has the focus. */
  readonly isNext: boolean
}

interface Told {
  readonly onNews: OnNews
  /** Saved, and nobody is looked for: nothing of it is left to be seen at the board. */
  readonly onSaved: () => void
}

// How many boards are drawn: one, or none.
let boards = 0

/**
 * The calls of an operator at the board: which one is in the form, what is typed before it is there, and the searches
 * of those that are saved.
 */
export function useDeskCalls(staff: boolean, phone: boolean, told: Told): DeskCalls {
  const { actor } = useConsole()
  const navigate = useNavigate()
  const { state, pathname, search, key } = useLocation()
  const wish = state as { readonly focus?: boolean; readonly caller?: string; readonly begun?: string } | null
  const { open } = useEnquiries(actor.id)
  const [first] = useState(open.key)
  const ahead = deskTypeAhead()
  const isWished = wish?.focus === true
  const beginWished = useEvent(() => {
    const enquiries = enquiriesOf(actor.id)
    if (staff) enquiries.begin()
    // Somebody who asks for a ride elsewhere (in a chat) is looked for as if their number had been typed.
    if (staff && wish?.caller !== undefined) ahead.put([wish.caller, 'Enter'])
    // A reload is no new call.
    void navigate({ pathname, search }, { replace: true, state: { begun: enquiries.get().open.key } })
  })
  // Two wishes may follow each other with nothing drawn between them: each has a key of its own.
  const wished = isWished ? key : null
  useEffect(() => {
    if (wished !== null) beginWished()
  }, [wished, beginWished])
  useEffect(() => {
    // Keys that are pressed before the form is there wait for it.
    boards += 1
    if (staff && !phone) ahead.start()
    return () => {
      boards -= 1
      // Another form of the board may be on its way: what was typed is its own.
      setTimeout(() => {
        if (boards === 0) ahead.stop()
      })
    }
  }, [ahead, staff, phone])
  // Another page is opened, or the session has ended.
  useEffect(() => () => enquiriesOf(actor.id).rest(), [actor.id])
  useWatchedSaves(actor.id, staff, told)
  const onNext = useCallback(
    () => void navigate({ pathname: '/dispatcher', search: window.location.search }, { state: { focus: true } }),
    [navigate],
  )
  const call = useMemo(() => (staff ? { enquiry: open, onNext } : undefined), [staff, onNext, open])
  return {
    call,
    ahead: staff ? ahead : undefined,
    isNext: isWished || open.key === wish?.begun || (staff && !phone && open.key !== first),
  }
}

/** What was saved to be searched for is shown with its search, also where it was saved while another page was open. */
function useWatchedSaves(id_actor: number, staff: boolean, { onNews, onSaved }: Told): void {
  const sendings = useOutbox(id_actor)
  const tell = useEvent(onNews)
  const over = useEvent(onSaved)
  useEffect(() => {
    if (!staff) return
    let isOver = false
    for (const { key, saved, isTold } of sendings) {
      if (!saved || isTold) continue
      outboxOf(id_actor).change(key, { isTold: true })
      if (saved.isWatched) watchedServices().watch(saved.ids)
      // One for all: lists of rides are asked for whole.
      if (saved.ids[0] !== undefined) tell(saved.ids[0], null)
      if (!saved.isWatched) isOver = true
    }
    if (isOver) over()
  }, [id_actor, staff, sendings, tell, over])
}
