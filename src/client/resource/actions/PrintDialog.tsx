import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { useCallback, useId, useRef, useState } from 'react'
import { FailedNotice } from '../../console/FailedNotice'
import { KeyLayer, useKeys } from '../../../ui/keys'
import { useProvider } from '../../console/provider'
import { useExport } from '../export/use-export'
import { useScope } from '../scope'
import { usePrintedPage } from './use-printed-page'
import type { PaperChoice } from './verbs'

/** A document as it will be on paper: printed from here, or taken away as a pdf. */
export default function PrintDialog({ template, name, chosen, onClose }: PaperChoice & { onClose: () => void }) {
  const translate = useTranslate()
  const id = useId()
  const { resource } = useScope()
  const provider = useProvider()
  const frame = useRef<HTMLIFrameElement>(null)
  const { page, failure, retry } = usePrintedPage({ template, chosen })
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const run = useCallback(
    (_format: string, options: object) => provider.printRecords(resource.name, template, chosen, 'pdf', options),
    [provider, resource, template, chosen],
  )
  const { bytes, start, cancel } = useExport(run)
  // A page is loaded with its pictures.
  const [loaded, setLoaded] = useState<string | null>(null)
  const isReady = page !== null && loaded === page.html
  const print = () => frame.current?.contentWindow?.print()
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="md"
      fullScreen={phone}
      aria-labelledby={id}
      slotProps={{ paper: { sx: phone ? {} : { height: '90vh' } } }}
    >
      <KeyLayer>
        <PrintKey run={print} label={translate('print.print')} active={isReady} />
        <DialogTitle id={id} sx={{ pb: 1 }}>
          {name}
          {page && page.sheets > 1 && (
            <Typography component="span" color="text.secondary" sx={{ marginInlineStart: 1 }}>
              {translate('print.documents', { smart_count: page.sheets })}
            </Typography>
          )}
        </DialogTitle>
        <DialogContent
          dividers
          sx={{ p: 0, display: 'flex', flexDirection: 'column', minHeight: 240, overflow: 'hidden' }}
        >
          {failure !== null && <FailedNotice title={translate('print.failed')} failure={failure} onRetry={retry} />}
          {failure === null && page === null && (
            <Box
              role="status"
              sx={{
                flex: 1,
                display: 'flex',
                flexDirection: 'column',
                gap: 1.5,
                alignItems: 'center',
                justifyContent: 'center',
              }}
            >
              <CircularProgress size={28} />
              <Typography color="text.secondary">{translate('print.loading')}</Typography>
            </Box>
          )}
          {page !== null && (
            // Without scripts; of this origin, so that it can be printed from here.
            <Box
              component="iframe"
              ref={frame}
              title={translate('print.preview', { name })}
              srcDoc={page.html}
              sandbox="allow-same-origin allow-modals"
              onLoad={() => {
                setLoaded(page.html)
                fitRoll(frame.current?.contentDocument ?? null)
                frame.current?.contentDocument?.addEventListener('keydown', ({ key }) => {
                  if (key === 'Escape') onClose()
                })
              }}
              sx={{ flex: 1, width: '100%', border: 0, bgcolor: '#e9ecf1', display: 'block' }}
            />
          )}
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap', gap: 0.5 }}>
          <Button color="inherit" onClick={onClose}>
            {translate('print.close')}
          </Button>
          {bytes === null ? (
            <Button
              color="inherit"
              variant="outlined"
              startIcon={<DownloadIcon />}
              disabled={page === null}
              onClick={() => start('pdf', false)}
              sx={{ borderColor: 'divider' }}
            >
              {translate('print.download')}
            </Button>
          ) : (
            <Button color="inherit" startIcon={<CircularProgress size={16} color="inherit" />} onClick={cancel}>
              {translate('export.cancel')}
            </Button>
          )}
          <Button
            variant="contained"
            startIcon={<PrintIcon />}
            disabled={!isReady}
            onClick={print}
            aria-keyshortcuts="Control+P"
          >
            {translate('print.print')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}

/** A roll is cut where the text ends: the longest of its documents says how long a page is. */
function fitRoll(page: Document | null): void {
  const rolls = [...(page?.querySelectorAll<HTMLElement>('[data-roll]') ?? [])]
  const [first] = rolls
  if (!page || !first) return
  const length_mm = Math.ceil(Math.max(...rolls.map(({ scrollHeight }) => scrollHeight)) * MM_OF_PX) + 8
  const style = page.createElement('style')
  style.textContent = `@page { size: ${first.dataset['roll'] ?? ''} ${Math.max(length_mm, 81)}mm; margin: 3mm }`
  page.head.append(style)
}
const MM_OF_PX = 25.4 / 96

function PrintKey({ run, label, active }: { run: () => void; label: string; active: boolean }) {
  useKeys([{ keys: 'ctrl+p', label, run, active }])
  return null
}
