import EditIcon from '@mui/icons-material/EditOutlined'
import HomeIcon from '@mui/icons-material/HomeOutlined'
import MailIcon from '@mui/icons-material/MailOutlined'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import { useNotify, useTranslate } from 'react-admin'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { ownReportPath, type OwnReportItem, type ReportKept } from '../../model/own-report'
import { keepOwnReportCall, removeOwnReportCall } from '../../model/own-report-calls'
import { useConfirm } from '../../ui/Confirm'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { errorsIn, failureText } from '../provider/failure'
import type { MenuItemEntry } from '../resource/actions/entries'
import { MailDialog } from './MailDialog'

/**
 * What a person does with a saved report, and the dialogs of it.
 * @param onDone something of it has changed; `removed`: it is gone
 */
export function useOwnReport(
  item: OwnReportItem | null,
  onDone: (what: 'kept' | 'removed') => void,
): { readonly entries: readonly MenuItemEntry[]; readonly dialogs: ReactNode } {
  const translate = useTranslate()
  const provider = useProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const { actor } = useConsole()
  const [ask, question] = useConfirm()
  const [mailed, setMailed] = useState<OwnReportItem | null>(null)
  const say = (key: string, params = {}): string => translate(`own_reports.${key}`, params)
  /** Null: it is kept; else why not. */
  const keep = async (id: number, change: Partial<ReportKept>): Promise<string | null> => {
    try {
      const { msg } = await provider.call(keepOwnReportCall, { id, ...change })
      notify(msg, { type: 'success' })
      onDone('kept')
      return null
    } catch (error) {
      return Object.values(errorsIn(error))[0] ?? failureText(error, translate)
    }
  }
  const remove = async ({ id, name }: OwnReportItem): Promise<void> => {
    if (
      !(await ask({
        title: say('remove_ask', { name }),
        text: say('remove_text'),
        accept: say('remove'),
        danger: true,
      }))
    )
      return
    try {
      notify((await provider.call(removeOwnReportCall, { id })).msg, { type: 'success' })
      onDone('removed')
    } catch (error) {
      notify(failureText(error, translate), { type: 'error' })
    }
  }
  const pin = async ({ id, kept }: OwnReportItem): Promise<void> => {
    const refused = await keep(id, { home: !kept.home })
    if (refused !== null) notify(refused, { type: 'error' })
  }
  const entries =
    item === null
      ? []
      : [
          ...(item.own
            ? [
                {
                  id: 'edit',
                  label: say('edit'),
                  icon: <EditIcon fontSize="small" />,
                  run: () => void navigate(`/${ownReportPath(item.id)}/edit`),
                },
              ]
            : []),
          {
            id: 'home',
            label: say(item.kept.home ? 'unpin' : 'pin'),
            icon: <HomeIcon fontSize="small" />,
            run: () => void pin(item),
          },
          {
            id: 'mail',
            label: say(item.kept.mail ? 'mail_change' : 'mail'),
            icon: <MailIcon fontSize="small" />,
            run: () => setMailed(item),
          },
          ...(item.own || actor.root
            ? [
                {
                  id: 'remove',
                  label: say('remove'),
                  icon: <RemoveIcon fontSize="small" />,
                  run: () => void remove(item),
                  danger: true,
                  apart: true,
                },
              ]
            : []),
        ]
  return {
    entries,
    dialogs: (
      <>
        {question}
        {mailed && (
          <MailDialog kept={mailed.kept} onSave={(change) => keep(mailed.id, change)} onClose={() => setMailed(null)} />
        )}
      </>
    ),
  }
}
