import Box from '@mui/material/Box'
import { useEffect, useRef, useState } from 'react'
import { LinkBase } from 'react-admin'
import { maySee } from '#engine/model'
import { LeaveGuard, useConsole } from '#engine/client'
import { useKeys, useSay, Badge } from '#engine/ui'
import type { EnquiryContent } from '../desk/enquiry'
import type { ServiceFormProps } from '../service-form'
import type { ServiceDraft } from './draft'
import { FormFoot } from './FormFoot'
import { FormNotices } from './FormNotices'
import { FormPanels } from './FormPanels'
import { savingModes } from './saving-modes'
import { ServiceProvider, useService } from './service-context'
import { SimilarNotice } from './SimilarNotice'
import { placingAt, withMoreStops } from './stops'
import type { FormData } from './use-form-data'
import { useServiceForm } from './use-service-form'
import { withWhen } from './when'
import Close from '@mui/icons-material/Close'
import PhoneDisabled from '@mui/icons-material/PhoneDisabled'
import UploadFile from '@mui/icons-material/UploadFile'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'

/** Somebody types in a field already that is not the search of the client: they are left there when an answer comes. */
function isElsewhere(): boolean {
  const at = document.activeElement
  return (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement) && at.name !== 'id_client'
}

/**
 * What was typed of a call that waited at the side, as keys: what was pressed before the answers were there is pressed
 * again.
 */
const keysOf = ({ caller, digits }: EnquiryContent): readonly string[] => [
  ...(caller?.text ? [caller.text] : []),
  ...(caller?.isChosen ? ['Enter'] : []),
  ...digits.map(String),
]

/** What the form is about, and how to leave it. @param onEnd the caller only asked */
function FormHead({ onClose, onEnd }: { onClose: () => void; onEnd?: () => void }) {
  const say = useSay()
  const {
    subject,
    data: { item },
  } = useService()
  const { actor } = useConsole()
  const mayOpen = maySee(actor, { module: 'services_import' })
  const title =
    subject.kind === 'new' ? say('services.form.new') : say(`services.form.${subject.kind}`, { id: subject.id })
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        paddingInlineStart: 2,
        paddingInlineEnd: 1,
        minHeight: 46,
        flexShrink: 0,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Typography id="service-form-title" variant="h2" sx={{ fontSize: 16, minWidth: 0 }} noWrap>
        {title}
      </Typography>
      {subject.kind === 'edit' && item && (
        <Badge color={item.state_obj.color} icon={item.state_obj.icon}>
          {item.state_obj.name}
        </Badge>
      )}
      <Box sx={{ flex: 1 }} />
      {subject.kind === 'new' && mayOpen && (
        <Tooltip title={say('services.import.title')}>
          <IconButton size="small" component={LinkBase} to="/actives/import" aria-label={say('services.import.title')}>
            <UploadFile fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      {onEnd && (
        <Tooltip title={say('services.desk.asked_only')}>
          <IconButton size="small" aria-label={say('services.desk.asked_only')} onClick={onEnd}>
            <PhoneDisabled fontSize="small" />
          </IconButton>
        </Tooltip>
      )}
      <IconButton size="small" aria-label={say('services.form.close')} onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  )
}

/** The form with what it begins with. */
export function FilledForm(props: ServiceFormProps & { data: FormData; first: ServiceDraft }) {
  const say = useSay()
  const form = useServiceForm(props)
  const {
    box,
    context,
    panels,
    saver,
    held,
    isDirty,
    attempt,
    isWaiting,
    closing,
    favourites,
    find,
    take,
    discard,
    renewed,
    focusNow,
    desk,
  } = form
  const { subject, data, draft, change, isOpen, client, priced, focus } = context
  const { ahead } = props
  const [begun] = useState(() => (subject.kind === 'new' ? (props.desk?.enquiry.content ?? null) : null))
  const isPut = useRef(false)
  const [searches, setSearches] = useState(
    (props.autoFocus && subject.kind === 'new' && !begun?.draft.client) || begun?.caller ? 1 : 0,
  )
  const [isChosen, setChosen] = useState(false)
  // A client without favourites: the origin has to be asked for.
  const hasNoPlaces = isChosen && client.answer?.locations.length === 0
  useEffect(() => {
    if (!hasNoPlaces) return undefined
    const step = setTimeout(() => {
      setChosen(false)
      if (!isElsewhere()) focus(`stops.${placingAt(draft.stops) ?? 0}`)
    })
    return () => clearTimeout(step)
  }, [hasNoPlaces, focus, draft.stops])
  useEffect(() => {
    if (!ahead) return undefined
    // A step later, when the search has the focus.
    const step = setTimeout(() => {
      if (begun && !isPut.current) ahead.put(keysOf(begun))
      isPut.current = true
      ahead.replay()
    })
    return () => clearTimeout(step)
  }, [ahead, begun])
  const stays = props.stays === true && subject.kind === 'new'
  const maySearch =
    isOpen && subject.kind === 'new' && (data.client === null || (data.may.another && draft.for_another))
  useKeys([
    desk && subject.kind === 'new'
      ? { keys: 'n', label: say('services.desk.keys.next'), run: form.nextCall, active: !saver.busy }
      : { keys: 'n', label: say('services.form.keys.client'), run: () => setSearches(searches + 1), active: maySearch },
    {
      keys: 'x',
      label: say('services.desk.keys.asked'),
      run: form.endCall,
      active: desk !== null && subject.kind === 'new' && isOpen,
    },
    { keys: 'm', label: say('services.form.keys.notes'), run: () => focusNow('notes'), active: isOpen },
    {
      keys: 'b',
      label: say(`services.form.keys.${draft.when === 'now' ? 'booking' : 'now'}`),
      active: isOpen,
      run: () => {
        const turn = (): void =>
          change((now) =>
            withWhen(now, now.when === 'now' ? 'booking' : 'now', priced.product?.min_time_to_schedule ?? 0),
          )
        if (draft.when === 'now') focusNow('scheduled_dates.0', turn)
        else turn()
      },
    },
    {
      keys: 'o',
      label: say('services.form.keys.stop'),
      run: () => focusNow(`stops.${placingAt(draft.stops) ?? 0}`),
      active: isOpen,
    },
    { keys: 'p', label: say('services.form.keys.product'), run: () => focusNow('id_product'), active: isOpen },
    {
      keys: 'ctrl+s',
      label: say('services.form.keys.save'),
      run: () => attempt(savingModes(context)[0]),
      active: isOpen,
    },
    {
      keys: 'a',
      label: say('services.form.keys.add_stop'),
      active: isOpen && draft.stops.length < data.max_stops,
      run: () =>
        focusNow(`stops.${draft.stops.length}`, () =>
          change((now) => ({ stops: withMoreStops(now.stops, data.max_stops) })),
        ),
    },
    {
      keys: 'escape',
      label: say(stays ? 'services.form.keys.leave_field' : 'services.form.keys.close'),
      run: stays ? () => box.current?.focus() : closing.escape,
    },
  ])
  return (
    <ServiceProvider value={context}>
      <Box ref={box} component="section" tabIndex={-1} aria-labelledby="service-form-title" sx={ROOM}>
        <FormHead
          onClose={desk?.isKept ? props.onClosed : closing.close}
          onEnd={desk?.isKept ? form.endCall : undefined}
        />
        <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', pt: 1 }}>
          <FormNotices
            saver={saver}
            isRestored={held.isRestored || desk?.isRestored === true}
            onTake={take}
            onDiscard={discard}
          />
          <SimilarNotice isRefused={saver.refusal !== null} onSave={() => attempt(savingModes(context)[0])} />
          <FormPanels
            panels={panels}
            searches={searches}
            renewed={renewed}
            onType={form.type}
            favourites={favourites}
            onFinding={find}
            onHurried={() => box.current?.focus()}
            onSplit={desk ? form.split : undefined}
            onChosen={() => {
              if (!isElsewhere()) box.current?.focus()
              setChosen(true)
            }}
          />
        </Box>
        <FormFoot busy={saver.busy} waiting={isWaiting} onSave={attempt} leaving={props.leaving} />
      </Box>
      {closing.dialog}
      <LeaveGuard isDirty={isDirty && !closing.isOver && saver.saved === null && !desk?.isOver} isKept={desk?.isKept} />
    </ServiceProvider>
  )
}

const ROOM = {
  height: 1,
  minHeight: 0,
  display: 'flex',
  flexDirection: 'column',
  bgcolor: 'background.paper',
  '&:focus': { outline: 'none' },
} as const
