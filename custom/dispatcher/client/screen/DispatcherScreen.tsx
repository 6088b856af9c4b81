import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useEvent, useNotify } from 'react-admin'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { mayEdit, maySee } from '#engine/model'
import { useConsole } from '#engine/client'
import { useSay } from '#engine/ui'
import { createTripStore, type SavedService } from '../../../services/client'
import { RideCarryProvider } from '../drop/ride-carry'
import { useJobNews } from '../jobs/use-job-news'
import { NewsProvider } from '../live/on-news'
import { watchedServices } from '../request/watched'
import { BoardDialogs, useBoardDialogs } from './BoardDialogs'
import { DeskBoard } from './DeskBoard'
import { FormRoom } from './FormRoom'
import { PhoneBoard } from './PhoneBoard'
import { useDispatcherBoard } from './use-board'
import { useDeskCalls } from './use-desk-calls'
import { useLeaving } from './use-leaving'
import { useFromBoard } from './use-from-board'
import { useServiceNews } from './use-service-news'

/** The dispatcher: the form of a service, the fleet on the map, and the running searches for drivers. */
export default function DispatcherScreen() {
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const say = useSay()
  const navigate = useNavigate()
  const notify = useNotify()
  const { actor } = useConsole()
  const board = useDispatcherBoard()
  const { news, onNews: onFormNews } = useServiceNews()
  const onNews = useJobNews(onFormNews)
  const dialogs = useBoardDialogs()
  const [trip] = useState(createTripStore)
  // Each turn is a form of its own: after one is saved the next begins empty.
  const [turn, setTurn] = useState(0)
  const [booked, setBooked] = useState(0)
  const { staff } = board
  // Spec §2: after saving or cancelling a service the user goes to /actives; an operator stays unless they choose that.
  const leaving = useLeaving(staff, trip)
  const toActives = useEvent((): void => void navigate('/actives'))
  const { call, ahead, isNext } = useDeskCalls(staff, phone, {
    onNews,
    onSaved: () => {
      if (leaving.mayLeave()) toActives()
    },
  })
  const begin = (pathname = '/dispatcher'): void => {
    setTurn(turn + 1)
    void navigate({ pathname, search: window.location.search })
  }
  const isFromBoard = useFromBoard()
  // Who opened it from the board has not left it.
  const leave = useEvent((): void => {
    if (staff && isFromBoard && !leaving.switch?.on) begin()
    else if (maySee(actor, { module: 'actives' })) toActives()
    else begin()
  })
  const onSaved = useEvent(({ id, ids, item, after, isEdit }: SavedService): void => {
    onNews(id, null)
    if (after === 'clone') {
      notify(say('services.saved'), { type: 'success' })
      return begin(`/dispatcher/${id}/clone`)
    }
    if (board.own && !isEdit) setBooked((now) => now + 1)
    if (after === 'none' || item.scheduled === 1) {
      // The phone rings on: whoever takes calls stays at the board.
      if (isEdit && staff && isFromBoard) notify(say('dispatcher.edited', { id }), { type: 'success' })
      if (isEdit || (!staff && !board.own)) return leave()
      notify(say('dispatcher.saved', { smart_count: ids.length, id }), { type: 'success' })
      return begin()
    }
    // A search is running: the board stays, with the next call's form next to the search.
    watchedServices().watch(ids)
    begin()
  })
  const form = (
    <FormRoom
      key={turn}
      staff={staff}
      fleet={board.fleet}
      trip={trip}
      autoFocus={isNext}
      ahead={ahead}
      call={call}
      news={news}
      leaving={leaving.switch}
      onSaved={onSaved}
      onClosed={leave}
      onFindDriver={dialogs.findDriver}
    />
  )
  const onCanceled = useEvent((): void => {
    if (leaving.mayLeave()) leave()
  })
  const props = {
    board,
    trip,
    form,
    dialogs,
    booked,
    mayEdit: mayEdit(actor, { module: 'dispatcher' }),
    // The form asks about its changes before it is left, and stays until then.
    onNew: () => void navigate({ pathname: '/dispatcher', search: window.location.search }, { state: { focus: true } }),
    requests: { onCanceled, mayAsk: leaving.mayLeave },
  }
  return (
    <NewsProvider value={onNews}>
      <Box component="h1" sx={HIDDEN}>
        {say(staff ? 'dispatcher.title' : 'dispatcher.own.page')}
      </Box>
      <RideCarryProvider vehicles={board.all}>
        {phone ? <PhoneBoard {...props} /> : <DeskBoard {...props} />}
      </RideCarryProvider>
      <BoardDialogs {...dialogs} />
    </NewsProvider>
  )
}

// The form and the map say what they are; the page's own name is for screen readers.
const HIDDEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  m: 0,
  overflow: 'hidden',
  clip: 'rect(0 0 0 0)',
  whiteSpace: 'nowrap',
} as const
