import LocalTaxi from '@mui/icons-material/LocalTaxi'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useState } from 'react'
import { mayEdit } from '#engine/model'
import { useConsole } from '#engine/client'
import { Message, useSay } from '#engine/ui'
import { Failed } from '../live/Failed'
import { RankQueueList } from './RankQueueList'
import { ShareTable } from './ShareTable'
import { useRanks } from './use-ranks'

interface Props {
  readonly now_ms: number
  readonly onSelect: (id_vehicle: number) => void
}

const TABS = ['queues', 'shares'] as const

/** Who is next in each zone where drivers wait, and what the shift has come to for each driver. */
export default function RankPanel({ now_ms, onSelect }: Props) {
  const say = useSay()
  const [tab, setTab] = useState<(typeof TABS)[number]>('queues')
  return (
    <>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={tab}
        onChange={(_, next: (typeof TABS)[number] | null) => setTab(next ?? tab)}
        sx={{ p: 1, flexShrink: 0 }}
      >
        {TABS.map((one) => (
          <ToggleButton key={one} value={one} sx={{ py: 0.25, textTransform: 'none' }}>
            {say(`ranks.tabs.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {tab === 'queues' ? <Queues now_ms={now_ms} onSelect={onSelect} /> : <ShareTable onSelect={onSelect} />}
    </>
  )
}

function Queues({ now_ms, onSelect }: Props) {
  const say = useSay()
  const { actor } = useConsole()
  const { queues, failure, again, told, move, remove } = useRanks()
  const may = mayEdit(actor, { module: 'dispatcher' })
  if (queues === null) {
    return failure !== null ? (
      <Failed title={say('ranks.failed')} failure={failure} onRetry={again} />
    ) : (
      <Box aria-hidden sx={{ p: 1.5 }}>
        {Array.from({ length: 6 }, (_, i) => (
          <Skeleton key={i} variant="text" sx={{ height: 48 }} />
        ))}
      </Box>
    )
  }
  if (queues.length === 0) {
    return (
      <Box sx={EMPTY}>
        <Message icon={<LocalTaxi />} title={say('ranks.none')} text={say('ranks.none_text')} />
      </Box>
    )
  }
  return (
    <>
      {failure !== null && (
        <Alert severity="warning" sx={{ m: 1.5, mb: 0, py: 0 }}>
          {say('ranks.failed')}
        </Alert>
      )}
      {may && <Box sx={HINT}>{say('ranks.hint')}</Box>}
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', scrollbarWidth: 'thin' }}>
        {queues.map((queue) => (
          <RankQueueList
            key={queue.id}
            queue={queue}
            now_ms={now_ms}
            onSelect={onSelect}
            onMove={may ? move : null}
            onRemove={remove}
          />
        ))}
      </Box>
      <Box role="status" sx={HIDDEN}>
        {told}
      </Box>
    </>
  )
}

const EMPTY = { flex: 1, display: 'grid', placeItems: 'center', p: 2 } as const
// Of keys, where there are any.
const HINT = {
  px: 1.5,
  pt: 1,
  fontSize: 12,
  color: 'text.secondary',
  flexShrink: 0,
  '@media (pointer: coarse)': { display: 'none' },
} as const
const HIDDEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' } as const
