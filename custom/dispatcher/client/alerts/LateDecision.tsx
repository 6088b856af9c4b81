import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { sentenceOf, useAsked } from '#engine/client'
import { useSay } from '#engine/ui'
import { nearbyCall } from '../../../services/model'
import { PreviewWords } from '../drop/PreviewWords'
import { useRequestVerbs } from '../request/use-request-verbs'

interface Props {
  readonly ride: {
    readonly id_service: number
    readonly id_driver: number | null
    readonly id_vehicle: number | null
    readonly cl_phone: string | null
  }
  /** Somebody has decided: the board is quiet about it. */
  readonly onDecided: () => void
  readonly onFindDriver: () => void
}

/** Looked at by a hand that waits for it: nothing is asked before. */
const AT_ONCE_MS = 0

/**
 * What can be done about a pick-up that will be late, each with what it comes to: wait, another driver, or a call to
 * the client.
 */
export default function LateDecision({
  ride: { id_service, id_driver, id_vehicle, cl_phone },
  onDecided,
  onFindDriver,
}: Props) {
  const say = useSay()
  const { answer, failure } = useAsked(nearbyCall, { id: id_service }, AT_ONCE_MS)
  const verbs = useRequestVerbs(id_service, nothing, nothing)
  const other = answer?.items.find(({ rank, id }) => rank !== null && id !== id_vehicle)
  const name = other ? [other.us_name, other.us_surname].filter(Boolean).join(' ') : ''
  const give = async (): Promise<void> => {
    if (other && (await verbs.assign(other.id, id_driver))) onDecided()
  }
  return (
    <Box component="ul" aria-label={say('dispatcher.late.title', { id: id_service })} sx={CHOICES}>
      <li>
        <Box sx={WORDS}>
          <Box sx={{ fontWeight: 600 }}>{say('dispatcher.late.wait')}</Box>
          {id_vehicle === null ? (
            say('dispatcher.no_driver')
          ) : (
            <PreviewWords id_vehicle={id_vehicle} ids={[id_service]} />
          )}
        </Box>
        <Button variant="outlined" disabled={verbs.busy} onClick={onDecided}>
          {say('dispatcher.request.wait')}
        </Button>
      </li>
      <li>
        <Box sx={WORDS}>
          <Box sx={{ fontWeight: 600 }}>
            {other ? say('dispatcher.late.other', { driver: name, plate: other.plate }) : say('dispatcher.late.others')}
          </Box>
          {other ? (
            <PreviewWords id_vehicle={other.id} ids={[id_service]} />
          ) : answer ? (
            say('dispatcher.late.nobody')
          ) : failure === null ? (
            <Skeleton width={180} />
          ) : (
            (sentenceOf(failure) ?? say('dispatcher.jobs.preview_failed'))
          )}
        </Box>
        {other && (
          <Button variant="outlined" loading={verbs.busy} onClick={() => void give()}>
            {say('dispatcher.find.assign')}
          </Button>
        )}
        <Button variant="outlined" onClick={onFindDriver}>
          {say('dispatcher.find.open')}
        </Button>
      </li>
      {cl_phone && (
        <li>
          <Box sx={WORDS}>
            <Box sx={{ fontWeight: 600 }}>{say('dispatcher.late.call')}</Box>
            {say('dispatcher.late.call_text')}
          </Box>
          <Button variant="outlined" component="a" href={`tel:${cl_phone.replace(/[^+\d]/g, '')}`}>
            {cl_phone}
          </Button>
        </li>
      )}
    </Box>
  )
}

const nothing = (): void => undefined

const CHOICES = {
  m: 0,
  mt: 0.75,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 0.75,
  fontSize: 12.5,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: 1,
    borderInlineStart: 3,
    borderColor: 'divider',
    paddingInlineStart: 1,
  },
} as const
const WORDS = { flex: '1 1 180px', minWidth: 0 } as const
