import { isStaff } from '#app/asker'
import CarRepair from '@mui/icons-material/CarRepair'
import Edit from '@mui/icons-material/Edit'
import PersonOff from '@mui/icons-material/PersonOffOutlined'
import PersonSearch from '@mui/icons-material/PersonSearch'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { lazy, Suspense, useState } from 'react'
import { LinkBase } from 'react-admin'
import { mayEdit } from '#engine/model'
import { useConsole, useLiveCall } from '#engine/client'
import { Badge, useSay } from '#engine/ui'
import { FareLines } from '../../../fares/client'
import { RideDeed } from '../../../services/client/public'
import { serviceInfoCall } from '../../../services/model'
import { DialogFrame } from '../live/DialogFrame'
import { Failed } from '../live/Failed'
import { useOnNews } from '../live/on-news'
import { useNow } from '../live/use-now'
import { MessageDriver } from '../vehicle/MessageDriver'
import { mayTakeOff } from '../request/may-take-off'
import { useRequestVerbs } from '../request/use-request-verbs'
import { InfoFacts } from './InfoFacts'
import { InfoMap } from './InfoMap'
import { OfferList } from './OfferList'
import { StopList } from './StopList'
import { Timer } from './Timer'

const CancelRide = lazy(() => import('../request/CancelRide').then((one) => ({ default: one.CancelRide })))
const FindDriver = lazy(() => import('../find/FindDriver').then(({ FindDriver: One }) => ({ default: One })))
const TABS = ['facts', 'stops', 'fare', 'offers'] as const
const SEARCHED = new Set(['created', 'scheduled', 'requested', 'unassigned'])

/** A service as it goes: its state and how long, who and where, on the map with what has been driven. */
export function ServiceInfo({ id, onClose }: { id: number; onClose: (changed?: boolean) => void }) {
  const say = useSay()
  const now_ms = useNow()
  const { actor } = useConsole()
  const { answer: info, failure, again } = useLiveCall(serviceInfoCall, { id })
  const [tab, setTab] = useState<(typeof TABS)[number]>('facts')
  const [finding, setFinding] = useState(false)
  const [changed, setChanged] = useState(false)
  const [isCanceling, setCanceling] = useState(false)
  const onNews = useOnNews()
  const verbs = useRequestVerbs(id, again, again)
  const service = info?.service
  const staff = isStaff(actor)
  const may = mayEdit(actor, { module: 'dispatcher' }) && service !== undefined && service.is_past_service === 0
  const takeOff = async (): Promise<void> => {
    if (await verbs.takeOff()) setChanged(true)
  }
  const tabs = staff ? TABS : TABS.filter((one) => one !== 'offers' && one !== 'fare')
  return (
    <DialogFrame
      title={say('dispatcher.info.title', { id })}
      caption={
        service &&
        [[service.cl_name, service.cl_surname].filter(Boolean).join(' '), service.pr_name].filter(Boolean).join(' · ')
      }
      corner={
        service && (
          <Badge color={service.state_obj.color} icon={service.state_obj.icon}>
            {service.state_obj.name}
          </Badge>
        )
      }
      width="lg"
      tall
      keys={tabs.map((one, at) => ({
        keys: String(at + 1),
        label: say(`dispatcher.info.${one}`),
        run: () => setTab(one),
      }))}
      onClose={() => onClose(changed)}
      actions={
        may && (
          <>
            {staff && service.id_driver !== null && <MessageDriver id={service.id_driver} />}
            {staff && (
              <Button color="error" onClick={() => setCanceling(true)}>
                {say('dispatcher.request.cancel_service')}
              </Button>
            )}
            {staff &&
              service.state === 'started' &&
              service.id_driver !== null &&
              (info?.id_grouping ?? null) === null && (
                <Button startIcon={<CarRepair />} onClick={() => setFinding(true)}>
                  {say('dispatcher.handover.open')}
                </Button>
              )}
            {staff && service.state !== 'started' && service.state !== 'arrived' && (
              <Button startIcon={<PersonSearch />} onClick={() => setFinding(true)}>
                {say(SEARCHED.has(service.state) ? 'dispatcher.find.title' : 'dispatcher.request.change_driver')}
              </Button>
            )}
            {staff && mayTakeOff(service) && (info?.id_grouping ?? null) === null && (
              <Button startIcon={<PersonOff />} disabled={verbs.busy} onClick={() => void takeOff()}>
                {say('dispatcher.request.take_off')}
              </Button>
            )}
            <Button
              variant="outlined"
              startIcon={<Edit />}
              component={LinkBase}
              to={`/dispatcher/${id}`}
              onClick={() => onClose(changed)}
            >
              {say('dispatcher.info.edit')}
            </Button>
          </>
        )
      }
    >
      {!info && failure !== null ? (
        <Failed title={say('dispatcher.info.failed')} failure={failure} onRetry={again} />
      ) : (
        <Box sx={ROOMS}>
          <Box sx={{ minHeight: { xs: 260, md: 0 }, display: 'flex', position: 'relative' }}>
            <InfoMap info={info} now_ms={now_ms} />
          </Box>
          <Box sx={SIDE}>
            <RideDeed
              id={id}
              onNews={(service) => {
                again()
                onNews(service, null)
              }}
            />
            <Timer timer={info?.timer ?? null} state={service?.state_obj.name ?? ''} />
            <Tabs
              value={tab}
              onChange={(_, next: (typeof TABS)[number]) => setTab(next)}
              variant="fullWidth"
              sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
            >
              {tabs.map((one) => (
                <Tab key={one} value={one} label={say(`dispatcher.info.${one}`)} />
              ))}
            </Tabs>
            <Box
              role="tabpanel"
              tabIndex={0}
              aria-label={say(`dispatcher.info.${tab}`)}
              sx={{ flex: 1, minHeight: 0, overflowY: 'auto', p: 2, outlineOffset: '-2px !important' }}
            >
              {!info ? (
                <Box aria-hidden>
                  {Array.from({ length: 9 }, (_, i) => (
                    <Skeleton key={i} variant="text" sx={{ height: 26 }} />
                  ))}
                </Box>
              ) : tab === 'facts' ? (
                <InfoFacts info={info} />
              ) : tab === 'stops' ? (
                <StopList stops={info.stops} />
              ) : tab === 'offers' ? (
                <OfferList id={id} />
              ) : info.fare ? (
                <Suspense>
                  <FareLines fare={info.fare} id_tarif={info.fare.id_tarif} here={{ resource: 'services', id }} />
                </Suspense>
              ) : (
                <Box sx={{ color: 'text.secondary', fontSize: 13 }}>{say('dispatcher.info.fare_none')}</Box>
              )}
            </Box>
          </Box>
        </Box>
      )}
      {isCanceling && (
        <Suspense>
          <CancelRide
            id={id}
            verbs={verbs}
            onClose={(done) => {
              setCanceling(false)
              if (done) setChanged(true)
            }}
          />
        </Suspense>
      )}
      {finding && (
        <Suspense>
          <FindDriver
            id={id}
            onClose={(done) => {
              setFinding(false)
              if (!done) return
              setChanged(true)
              again()
            }}
          />
        </Suspense>
      )}
    </DialogFrame>
  )
}

const ROOMS = {
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 380px' },
  gridTemplateRows: { md: 'minmax(0, 1fr)' },
  overflowY: { xs: 'auto', md: 'hidden' },
} as const
const SIDE = {
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  borderInlineStart: { md: 1 },
  borderColor: { md: 'divider' },
} as const
