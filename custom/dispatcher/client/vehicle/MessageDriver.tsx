import Chat from '@mui/icons-material/Chat'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { FeatureDialog, useConsole } from '#engine/client'
import { useSay } from '#engine/ui'

// Supplied by the drivers' feature.
const MESSAGE = 'driver-messages'

/** Opens what a driver and the operators write to each other; nothing where no feature has messages. */
export function MessageDriver({ id }: { id: number }) {
  const say = useSay()
  const { features } = useConsole()
  const [isOpen, setOpen] = useState(false)
  if (!features.some(({ dialogs }) => dialogs?.[MESSAGE])) return null
  return (
    <>
      <Button startIcon={<Chat />} onClick={() => setOpen(true)}>
        {say('dispatcher.card.message')}
      </Button>
      {isOpen && (
        <Suspense>
          <FeatureDialog name={MESSAGE} resource="drivers" record={{ id }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
