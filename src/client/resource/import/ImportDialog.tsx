import CloseIcon from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useRefresh, useTranslate } from 'react-admin'
import { useId, type ReactNode, useState } from 'react'
import type { JsonObject } from '../../../model/json'
import { KeyLayer } from '../../../ui/keys'
import { Notice } from '../../../ui/show/Notice'
import { sentenceOf } from '../../provider/failure'
import { useScope } from '../scope'
import { ImportActions } from './ImportActions'
import { ImportRun } from './ImportRun'
import { useImport, type FollowedImport } from './use-import'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { useProvider } from '../../console/provider'
import { useFailure } from '../../../ui/failure'
import { saveFile } from '../list/save-file'
import { FileDrop } from './FileDrop'
import { RecentImports } from './RecentImports'

/** Before there is a run: the template, the file to upload, and earlier runs. */
function ImportStart({ state, onRun }: { state: FollowedImport; onRun: (run: number) => void }) {
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
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<DownloadIcon />}
          onClick={() => void format()}
          sx={{ flex: 'none' }}
        >
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

/**
 * Records from a spreadsheet: choose a file, see its errors, correct them, save, undo. A run has an address, so that
 * users can return to it.
 */
export default function ImportDialog({
  run,
  values,
  of,
  onRun,
  onClose,
}: {
  run: number | null
  /** Values of every row, whatever the file says. */
  values?: JsonObject
  /** Name of the record that the rows will belong to. */
  of?: string
  onRun: (run: number | null) => void
  onClose: () => void
}) {
  const translate = useTranslate()
  const refresh = useRefresh()
  const { resource, title } = useScope()
  const id = useId()
  const state = useImport(resource.name, run, onRun, values)
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const close = () => {
    if (state.view?.date_saved) refresh()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      fullWidth
      fullScreen={phone}
      maxWidth={run === null ? 'sm' : 'xl'}
      aria-labelledby={`${id}-title`}
      slotProps={{ paper: { sx: run === null ? {} : { height: { sm: '90vh' } } } }}
    >
      <KeyLayer>
        <Stack
          direction="row"
          sx={{
            alignItems: 'flex-start',
            px: { xs: 2, sm: 3 },
            pt: 2,
            pb: 1.5,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <div style={{ flex: 1, minWidth: 0 }}>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
              {of === undefined ? title : `${of} · ${title}`}
            </Typography>
            <Typography variant="h2" id={`${id}-title`} noWrap>
              {state.view ? state.view.file_name : translate('import.title')}
            </Typography>
          </div>
          <IconButton aria-label={translate('form.close')} onClick={close} edge="end">
            <CloseIcon fontSize="small" />
          </IconButton>
        </Stack>
        {body()}
        {state.view && <ImportActions state={state} view={state.view} onAnother={() => onRun(null)} onClose={close} />}
      </KeyLayer>
    </Dialog>
  )

  function body(): ReactNode {
    if (run === null)
      return (
        <DialogContent sx={{ p: { xs: 2, sm: 3 } }}>
          <ImportStart state={state} onRun={onRun} />
        </DialogContent>
      )
    if (state.view) return <ImportRun state={state} view={state.view} />
    if (state.lost) {
      return (
        <Notice
          icon="lost"
          title={translate('import.lost')}
          text={sentenceOf(state.lost) ?? undefined}
          action={
            <Button variant="outlined" color="inherit" onClick={() => onRun(null)}>
              {translate('import.another')}
            </Button>
          }
        />
      )
    }
    return (
      <Stack spacing={1.5} sx={{ p: 3 }} aria-busy>
        {[0, 1, 2, 3, 4, 5].map((line) => (
          <Skeleton key={line} variant="rounded" height={32} />
        ))}
      </Stack>
    )
  }
}
