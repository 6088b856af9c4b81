import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ImportDialog, ResourceScope, useConsole } from '#engine/client'
import { AppLink, useSay } from '#engine/ui'

const RUN = 'run'

/**
 * Screen `/actives/import`: services from a spreadsheet; the address names the run, so that one can leave and come
 * back.
 */
export default function ImportScreen() {
  const say = useSay()
  const navigate = useNavigate()
  const { model } = useConsole()
  const [params, setParams] = useSearchParams()
  const run = Number(params.get(RUN))
  const resource = model.resources['services_import']
  if (!resource) return null
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h1">{say('services.import.title')}</Typography>
      <Box sx={{ display: 'flex', gap: 2, mt: 1 }}>
        <AppLink to="/actives">{say('services.import.back')}</AppLink>
        <AppLink to="/services_import">{say('services.import.open')}</AppLink>
      </Box>
      <ResourceScope resource={resource}>
        <Suspense fallback={<Skeleton variant="rounded" height={320} sx={{ mt: 2 }} />}>
          <ImportDialog
            run={Number.isSafeInteger(run) && run > 0 ? run : null}
            onRun={(next) => setParams(next === null ? {} : { [RUN]: String(next) }, { replace: true })}
            onClose={() => void navigate('/actives')}
          />
        </Suspense>
      </ResourceScope>
    </Box>
  )
}
