import ButtonBase from '@mui/material/ButtonBase'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useEffect, useState } from 'react'
import type { ImportStatus } from '../../../model/import-answer'
import { useProvider } from '../../console/provider'
import { dateTimeText } from '../../../ui/show/date-text'
import { useDisplayStyle } from '../../../ui/show/style'
import { useScope } from '../scope'

const MAX_RECENT = 6

/** The user's last runs of this resource, to continue them. */
export function RecentImports({ onRun }: { onRun: (run: number) => void }) {
  const translate = useTranslate()
  const provider = useProvider()
  const style = useDisplayStyle()
  const { resource } = useScope()
  const [runs, setRuns] = useState<readonly ImportStatus[]>([])
  useEffect(() => {
    let here = true
    // Without them a new file can still be uploaded.
    provider.importList(resource.name).then(
      (found) => {
        if (here) setRuns(found)
      },
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [provider, resource.name])
  if (runs.length === 0) return null
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 0.5 }}>
        {translate('import.recent')}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {runs.slice(0, MAX_RECENT).map((run) => (
          <li key={run.id}>
            <ButtonBase
              onClick={() => onRun(run.id)}
              sx={{
                width: 1,
                justifyContent: 'flex-start',
                textAlign: 'start',
                gap: 1.5,
                px: 1,
                py: 0.75,
                borderRadius: 1,
                '&:hover': { bgcolor: 'action.hover' },
              }}
            >
              <Stack sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap>{run.file_name}</Typography>
                <Typography variant="caption" noWrap sx={{ color: 'text.secondary' }}>
                  {run.msg}
                </Typography>
              </Stack>
              <Typography variant="caption" sx={{ color: 'text.secondary', flex: 'none' }}>
                {dateTimeText(run.date_created, style.zone)}
              </Typography>
            </ButtonBase>
          </li>
        ))}
      </Stack>
    </div>
  )
}
