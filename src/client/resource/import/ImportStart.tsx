import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useState } from 'react'
import { useProvider } from '../../app/provider'
import { useFailure } from '../../../ui/failure'
import { saveFile } from '../list/save-file'
import { useScope } from '../scope'
import { FileDrop } from './FileDrop'
import { RecentImports } from './RecentImports'
import type { ImportState } from './use-import'

/** Before there is a run: the file to fill in, the file to bring, and the runs of before. */
export function ImportStart({ state, onRun }: { state: ImportState; onRun: (run: number) => void }) {
  const translate = useTranslate()
  const provider = useProvider()
  const fail = useFailure()
  const { resource } = useScope()
  const [file, setFile] = useState<File | null>(null)
  const choose = (chosen: File) => {
    setFile(chosen)
    // Spec 1 §4: choosing a file verifies it.
    void state.verify(chosen)
  }
  const format = () => provider.importFormat(resource.name).then(({ blob, name }) => saveFile(blob, name), fail)
  return (
    <Stack spacing={2.5}>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: { sm: 'center' } }}>
        <Typography sx={{ flex: 1, color: 'text.secondary' }}>{translate('import.how')}</Typography>
        <Button variant="outlined" color="inherit" startIcon={<DownloadIcon />} onClick={() => void format()} sx={{ flex: 'none' }}>
          {translate('import.download_format')}
        </Button>
      </Stack>
      <FileDrop file={file} busy={state.busy} onFile={choose} />
      <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
        <Button
          variant="contained"
          disabled={file === null}
          loading={state.busy}
          onClick={() => {
            if (file) void state.verify(file)
          }}
        >
          {translate('import.verify')}
        </Button>
      </Stack>
      <RecentImports onRun={onRun} />
    </Stack>
  )
}
