import { isStaff } from '#app/asker'
import CheckIcon from '@mui/icons-material/CheckCircleOutlined'
import EditIcon from '@mui/icons-material/EditNoteOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import PdfIcon from '@mui/icons-material/PictureAsPdfOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { LinkBase, useNotify } from 'react-admin'
import { useState } from 'react'
import { saveFile, useConsole, useProvider } from '#engine/client'
import { useFailure, useSay } from '#engine/ui'
import { finalizeReviewCall, type ServiceHistory } from '../../model/history-calls'
import { ReceiptDialog } from './ReceiptDialog'

/** What is done about a service on its page: its receipt as a file or by mail, the review, the dispatcher. */
export function PageActions({ history, onDone }: { readonly history: ServiceHistory; readonly onDone: () => void }) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const { actor } = useConsole()
  const [busy, setBusy] = useState(false)
  const [mailing, setMailing] = useState(false)
  const { service } = history
  const isDone = service.state === 'finalized'
  const staff = isStaff(actor)
  const run = async (work: () => Promise<string | null>): Promise<void> => {
    setBusy(true)
    try {
      const msg = await work()
      if (msg !== null) {
        notify(msg, { type: 'success' })
        onDone()
      }
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const pdf = async (): Promise<null> => {
    const { blob, name } = await provider.printRecords('services', 'receipt', { ids: [service.id] }, 'pdf')
    saveFile(blob, name)
    return null
  }
  const review = async (): Promise<string> => {
    const {
      results: [one],
      msg,
    } = await provider.call(finalizeReviewCall, { id_services: [service.id] })
    if (one && !one.ok) throw new Error(one.msg)
    return msg
  }
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', '&:empty': { display: 'none' } }}>
      {history.can_complete_review === 1 && (
        <Button variant="contained" startIcon={<CheckIcon />} loading={busy} onClick={() => void run(review)}>
          {say('services.history.complete_review')}
        </Button>
      )}
      {isDone && (
        <Button
          variant="outlined"
          color="inherit"
          sx={EDGE}
          startIcon={<PdfIcon />}
          disabled={busy}
          onClick={() => void run(pdf)}
        >
          {say('services.history.receipt')}
        </Button>
      )}
      {isDone && staff && history.can_edit_stops === 1 && (
        <Button variant="outlined" color="inherit" sx={EDGE} startIcon={<MailIcon />} onClick={() => setMailing(true)}>
          {say('services.history.mail')}
        </Button>
      )}
      {history.can_edit_in_dispatcher === 1 && (
        <Button
          variant="outlined"
          color="inherit"
          sx={EDGE}
          startIcon={<EditIcon />}
          component={LinkBase}
          to={`/dispatcher/${service.id}`}
        >
          {say('services.history.in_dispatcher')}
        </Button>
      )}
      {mailing && <ReceiptDialog id={service.id} email={history.client_email} onClose={() => setMailing(false)} />}
    </Stack>
  )
}

const EDGE = { borderColor: 'divider' } as const
