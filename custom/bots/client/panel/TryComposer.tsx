import PlaceIcon from '@mui/icons-material/PlaceOutlined'
import SendIcon from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { TextBox, useSay } from '#engine/ui'
import { AddressField } from '../../../geo/client'
import type { TrialEvent } from './use-trial'

interface TryComposerProps {
  readonly busy: boolean
  readonly isOver: boolean
  readonly onSend: (event: TrialEvent, said: string) => void
}

/** What is said in a trial: a text, or a place as a phone shares it. */
export function TryComposer({ busy, isOver, onSend }: TryComposerProps) {
  const say = useSay()
  const [text, setText] = useState('')
  const [isPlace, setPlace] = useState(false)
  const off = busy || isOver
  const send = (): void => {
    if (text.trim() === '' || off) return
    onSend({ type: 'text', text: text.trim() }, text.trim())
    setText('')
  }
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'flex',
        gap: 1,
        alignItems: 'flex-end',
        p: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      <IconButton
        aria-label={say('bots.flow.try_place')}
        title={say('bots.flow.try_place')}
        aria-pressed={isPlace}
        disabled={isOver}
        color={isPlace ? 'primary' : 'default'}
        onClick={() => setPlace(!isPlace)}
      >
        <PlaceIcon />
      </IconButton>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        {isPlace ? (
          <Suspense>
            <AddressField
              source="trial_place"
              label={say('bots.flow.try_where')}
              address=""
              near={null}
              disabled={off}
              autoFocus
              onPlace={(place) => {
                if (!place) return
                setPlace(false)
                onSend(
                  { type: 'place', lat: place.point[0], lng: place.point[1], address: place.address.slice(0, 300) },
                  place.address,
                )
              }}
            />
          </Suspense>
        ) : (
          <TextBox
            source="trial"
            label={say('bots.flow.try_write')}
            text={text}
            onText={setText}
            required={false}
            disabled={isOver}
            maxLength={1000}
          />
        )}
      </Box>
      {!isPlace && (
        <IconButton
          type="submit"
          aria-label={say('bots.flow.try_send')}
          disabled={off || text.trim() === ''}
          color="primary"
        >
          <SendIcon />
        </IconButton>
      )}
    </Box>
  )
}
