import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { Suspense, useEffect, useRef, useState } from 'react'
import { FeatureDialog } from '#engine/client'
import { dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { SimilarRide } from '../../model/similar-call'
import { useService } from './service-context'
import { useSimilar } from './use-similar'

/** Somebody has booked this ride already, it seems: who, when and which; seen from here, the form stays as it is. */
export function SimilarNotice({ isRefused, onSave }: { isRefused: boolean; onSave: () => void }) {
  const say = useSay()
  const { change, draft } = useService()
  const { rides, again } = useSimilar()
  const [opened, setOpened] = useState<number | null>(null)
  const [accepted, setAccepted] = useState<readonly number[] | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isTold = rides.length > 0
  useEffect(() => {
    if (isRefused) again()
  }, [isRefused, again])
  // The save waits for the answer to its question.
  useEffect(() => {
    if (isRefused && isTold) button.current?.focus()
  }, [isRefused, isTold])
  // It goes out with what is drawn: the form knows by then that these were seen.
  const isKnown = accepted !== null && accepted.every((id) => draft.similar?.includes(id))
  useEffect(() => {
    if (!isKnown) return undefined
    const step = setTimeout(() => {
      setAccepted(null)
      onSave()
    })
    return () => clearTimeout(step)
  }, [isKnown, onSave])
  const saveAnyway = (): void => {
    const ids = rides.map(({ id }) => id)
    change((now) => ({ similar: [...(now.similar ?? []), ...ids] }))
    setAccepted(ids)
  }
  if (!isTold) return null
  return (
    <Box sx={{ px: 2, pb: 1.5 }}>
      <Alert
        severity="warning"
        role={isRefused ? 'alert' : 'status'}
        sx={{ '& .MuiAlert-message': { minWidth: 0, width: 1 } }}
      >
        {say('services.form.similar.title', { smart_count: rides.length })}
        <Box component="ul" sx={{ m: 0, mt: 0.5, p: 0, listStyle: 'none' }}>
          {rides.map((ride) => (
            <SimilarLine key={ride.id} ride={ride} onOpen={() => setOpened(ride.id)} />
          ))}
        </Box>
        <Button ref={button} size="small" color="inherit" variant="outlined" sx={{ mt: 1 }} onClick={saveAnyway}>
          {say('services.form.similar.save')}
        </Button>
      </Alert>
      {opened !== null && (
        <Suspense>
          <FeatureDialog
            name="service-info"
            resource="services"
            record={{ id: opened }}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </Box>
  )
}

function SimilarLine({
  ride: { id, is_own, us_name, date_created, date_scheduled, state_obj, org_address },
  onOpen,
}: {
  ride: SimilarRide
  onOpen: () => void
}) {
  const say = useSay()
  const style = useDisplayStyle()
  const when = dateTimeText(date_created, style.zone)
  return (
    <Box component="li">
      <Link
        component="button"
        type="button"
        color="inherit"
        sx={{ verticalAlign: 'baseline', fontWeight: 600 }}
        onClick={onOpen}
      >
        {say('services.form.similar.ride', { id })}
      </Link>
      {' · '}
      {is_own
        ? say('services.form.similar.own', { when })
        : say('services.form.similar.by', { name: us_name ?? '', when })}
      <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        {[
          date_scheduled && say('services.form.similar.for', { when: dateTimeText(date_scheduled, style.zone) }),
          state_obj.name,
          org_address,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Box>
    </Box>
  )
}
