import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import { LinkBase } from 'react-admin'
import { maySee } from '#engine/model'
import { LeaveGuard, useConsole } from '#engine/client'
import { useKeys, useSay, Badge } from '#engine/ui'
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
import UploadFile from '@mui/icons-material/UploadFile'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'

/** What the form is about, and how to leave it. */
function FormHead({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const { subject, data: { item } } = useService()
  const { actor } = useConsole()
  const mayOpen = maySee(actor, { module: 'services_import' })
  const title = subject.kind === 'new' ? say('services.form.new') : say(`services.form.${subject.kind}`, { id: subject.id })
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, paddingInlineStart: 2, paddingInlineEnd: 1, minHeight: 46, flexShrink: 0, borderBottom: 1, borderColor: 'divider' }}>
      <Typography id="service-form-title" variant="h2" sx={{ fontSize: 16, minWidth: 0 }} noWrap>{title}</Typography>
      {subject.kind === 'edit' && item && <Badge color={item.state_obj.color} icon={item.state_obj.icon}>{item.state_obj.name}</Badge>}
      <Box sx={{ flex: 1 }} />
      {subject.kind === 'new' && mayOpen && (
        <Tooltip title={say('services.import.title')}>
          <IconButton size="small" component={LinkBase} to="/actives/import" aria-label={say('services.import.title')}><UploadFile fontSize="small" /></IconButton>
        </Tooltip>
      )}
      <IconButton size="small" aria-label={say('services.form.close')} onClick={onClose}><Close fontSize="small" /></IconButton>
    </Box>
  )
}

/** The form with what it begins with. */
export function FilledForm(props: ServiceFormProps & { data: FormData; first: ServiceDraft }) {
  const say = useSay()
  const { box, context, panels, saver, held, isDirty, attempt, isWaiting, closing, favourites, find, take, discard, renewed } = useServiceForm(props)
  const { subject, data, draft, change, isOpen, client, priced, focus } = context
  const [searches, setSearches] = useState(props.autoFocus && subject.kind === 'new' ? 1 : 0)
  const [isChosen, setChosen] = useState(false)
  // A client without favourites: the origin has to be asked for.
  const hasNoPlaces = isChosen && client.answer?.locations.length === 0
  useEffect(() => {
    if (!hasNoPlaces) return undefined
    const step = setTimeout(() => {
      setChosen(false)
      focus(`stops.${placingAt(draft.stops) ?? 0}`)
    })
    return () => clearTimeout(step)
  }, [hasNoPlaces, focus, draft.stops])
  const stays = props.stays === true && subject.kind === 'new'
  const maySearch = isOpen && subject.kind === 'new' && (data.client === null || (data.may.another && draft.for_another))
  useKeys([
    { keys: 'n', label: say('services.form.keys.client'), run: () => setSearches(searches + 1), active: maySearch },
    { keys: 'b', label: say(`services.form.keys.${draft.when === 'now' ? 'booking' : 'now'}`), active: isOpen,
      run: () => change((now) => withWhen(now, now.when === 'now' ? 'booking' : 'now', priced.product?.min_time_to_schedule ?? 0)) },
    { keys: 'o', label: say('services.form.keys.stop'), run: () => focus(`stops.${placingAt(draft.stops) ?? 0}`), active: isOpen },
    { keys: 'p', label: say('services.form.keys.product'), run: () => focus('id_product'), active: isOpen },
    { keys: 'ctrl+s', label: say('services.form.keys.save'), run: () => attempt(savingModes(context)[0]), active: isOpen },
    { keys: 'a', label: say('services.form.keys.add_stop'), active: isOpen && draft.stops.length < data.max_stops,
      run: () => {
        change((now) => ({ stops: withMoreStops(now.stops, data.max_stops) }))
        focus(`stops.${draft.stops.length}`)
      } },
    { keys: 'escape', label: say(stays ? 'services.form.keys.leave_field' : 'services.form.keys.close'), run: stays ? () => box.current?.focus() : closing.escape },
  ])
  return (
    <ServiceProvider value={context}>
      <Box ref={box} component="section" tabIndex={-1} aria-labelledby="service-form-title" sx={ROOM}>
        <FormHead onClose={closing.close} />
        <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto', pt: 1 }}>
          <FormNotices saver={saver} isRestored={held.isRestored} onTake={take} onDiscard={discard} />
          <SimilarNotice isRefused={saver.refusal !== null} onSave={() => attempt(savingModes(context)[0])} />
          <FormPanels
            panels={panels}
            searches={searches}
            ahead={props.ahead}
            renewed={renewed}
            favourites={favourites}
            onFinding={find}
            onChosen={() => {
              box.current?.focus()
              setChosen(true)
            }}
          />
        </Box>
        <FormFoot busy={saver.busy} waiting={isWaiting} onSave={attempt} />
      </Box>
      {closing.dialog}
      <LeaveGuard isDirty={isDirty && !closing.isOver && saver.saved === null} />
    </ServiceProvider>
  )
}

const ROOM = { height: 1, minHeight: 0, display: 'flex', flexDirection: 'column', bgcolor: 'background.paper', '&:focus': { outline: 'none' } } as const
