import HelpOutlined from '@mui/icons-material/HelpOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import { LinkBase } from 'react-admin'
import { useParams } from 'react-router-dom'
import type { JsonObject } from '#engine/model'
import { mayOpen, NewRecordDialog, useConsole } from '#engine/client'
import { Message, useSay } from '#engine/ui'
import { EnquiryChips, JustHappened } from '../../../services/client/public'
import {
  ServiceForm,
  type Desk,
  type SavedService,
  type ServiceNews,
  type TripStore,
  type TypeAhead,
  type FormSubject,
  type ServiceFormProps,
} from '../../../services/client'
import { useOnNews } from '../live/on-news'
import { quickForm } from './quick-client'
import type { Board } from './use-board'

/** What `/dispatcher/:id/:action` asks for; `unclear`: the id is none. */
export function subjectOf(id: string | undefined, action: string | undefined): FormSubject | 'unclear' {
  if (id === undefined) return { kind: 'new' }
  const number = Number(id)
  if (!Number.isInteger(number) || number < 1) return 'unclear'
  if (action === 'back') return { kind: 'clone', id: number, isBack: true }
  return { kind: action === 'clone' ? 'clone' : 'edit', id: number }
}

interface Props {
  /** Books for others: sees the fleet and asks its drivers. */
  readonly staff: boolean
  readonly fleet: Board['fleet']
  readonly trip: TripStore
  readonly autoFocus: boolean
  readonly ahead?: TypeAhead
  /** The call that a new service is filled in for, of whoever takes one after the other. */
  readonly call?: Desk
  readonly news: ServiceNews | null
  readonly leaving: ServiceFormProps['leaving']
  readonly onSaved: (saved: SavedService) => void
  readonly onClosed: () => void
  readonly onFindDriver: (id_service: number) => void
}

interface Question {
  readonly prefill: JsonObject
  readonly answer: (id: number | null) => void
}

/**
 * The form of the service that the address names, and the engine's own form for a caller who is not known yet. The
 * polls of the board draw nothing of it.
 */
export const FormRoom = memo(function FormRoom({
  staff,
  fleet,
  trip,
  autoFocus,
  ahead,
  call,
  news,
  leaving,
  onSaved,
  onClosed,
  onFindDriver,
}: Props) {
  const say = useSay()
  const onNews = useOnNews()
  const { model, actor } = useConsole()
  const { id, action } = useParams()
  const subject = useMemo(() => subjectOf(id, action), [id, action])
  const [asked, setAsked] = useState<Question | null>(null)
  const clients = model.resources['clients']
  const mayAdd = clients !== undefined && mayOpen(actor, model, 'clients', 'create')
  const settle = (answer: number | null): void => {
    setAsked(null)
    asked?.answer(answer)
  }
  const isUnclear = subject === 'unclear'
  useEffect(() => {
    if (isUnclear) ahead?.stop()
  }, [ahead, isUnclear])
  if (subject === 'unclear') {
    return (
      <Box sx={{ display: 'grid', placeItems: 'center', height: 1, p: 3 }}>
        <Message
          icon={<HelpOutlined />}
          title={say(action === 'clone' ? 'dispatcher.unclear_clone' : 'dispatcher.unclear')}
          action={
            <Button variant="outlined" component={LinkBase} to="/dispatcher">
              {say('dispatcher.new')}
            </Button>
          }
        />
      </Box>
    )
  }
  return (
    <>
      {call && <EnquiryChips />}
      <Box sx={FORM}>
        <Suspense fallback={<Waiting />}>
          <ServiceForm
            key={
              subject.kind === 'new'
                ? `new ${call?.enquiry.key ?? ''}`
                : `${subject.kind} ${subject.id} ${action ?? ''}`
            }
            desk={call}
            subject={subject}
            trip={trip}
            autoFocus={autoFocus}
            ahead={ahead}
            stays={staff}
            leaving={leaving}
            news={news}
            onSaved={onSaved}
            onClosed={onClosed}
            fleet={staff ? fleet : undefined}
            onFindDriver={staff ? (service) => onFindDriver(service.id) : undefined}
            onAddClient={
              mayAdd ? (typed) => new Promise((answer) => setAsked({ prefill: prefillOf(typed), answer })) : undefined
            }
          />
        </Suspense>
      </Box>
      {call && <JustHappened onNews={(service) => onNews(service, null)} />}
      {asked && clients && (
        <Suspense>
          <NewRecordDialog
            resource={quickForm(clients, say('dispatcher.client_more'))}
            prefill={asked.prefill}
            onDone={(choice) => settle(choice ? Number(choice.id) : null)}
          />
        </Suspense>
      )}
    </>
  )
})

/** What was typed to find the caller: a phone number, or a name. */
const prefillOf = (typed: string): JsonObject =>
  /^[\d\s+()-]{5,}$/.test(typed.trim()) ? { phone: typed.trim() } : { name: typed.trim() }

const FORM = { flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', '& > *': { minHeight: 0 } } as const

const Waiting = () => (
  <Box aria-hidden sx={{ p: 2, display: 'grid', gap: 1.5 }}>
    {Array.from({ length: 7 }, (_, i) => (
      <Skeleton key={i} variant="rounded" height={40} />
    ))}
  </Box>
)
