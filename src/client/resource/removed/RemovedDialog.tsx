import CloseIcon from '@mui/icons-material/Close'
import RestoreIcon from '@mui/icons-material/RestoreFromTrashOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNotify, useRefresh, useTranslate } from 'react-admin'
import { useId, useState } from 'react'
import { FailedNotice } from '../../console/FailedNotice'
import { useProvider } from '../../console/provider'
import type { RemovedRow } from '../../../model/catalogue-answers'
import { KeyLayer } from '../../../ui/keys'
import { dateTimeText } from '../../../ui/show/date-text'
import { Notice } from '../../../ui/show/Notice'
import { useDisplayStyle } from '../../../ui/show/style'
import { bodyOf, failureText } from '../../provider/failure'
import { useScope } from '../scope'

const FEW = 3

/** What was removed from the list: by whom and when, until when it is kept, and a button that brings it back. */
export default function RemovedDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const id = useId()
  const { resource, title } = useScope()
  const provider = useProvider()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const query = useInfiniteQuery({
    queryKey: [resource.name, 'removed'],
    queryFn: ({ pageParam }) => provider.removed(resource.name, pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.reduce((sum, { items }) => sum + items.length, 0) < last.total ? pages.length + 1 : undefined,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? []
  const days = query.data?.pages[0]?.days
  return (
    <Dialog open onClose={onClose} fullWidth fullScreen={phone} maxWidth="sm" aria-labelledby={id}>
      <KeyLayer>
        <DialogTitle id={id} variant="h2" sx={{ paddingInlineEnd: 6 }}>
          {translate('removed.title', { name: title })}
        </DialogTitle>
        <IconButton
          aria-label={translate('form.close')}
          onClick={onClose}
          sx={{ position: 'absolute', top: 12, insetInlineEnd: 12 }}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
        <DialogContent dividers sx={{ p: 0, minHeight: 160 }}>
          {query.error ? (
            <FailedNotice failure={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <Box sx={{ p: 2 }} aria-busy>
              {Array.from({ length: FEW }, (_, at) => (
                <Skeleton key={at} height={48} />
              ))}
            </Box>
          ) : rows.length === 0 ? (
            <Notice
              icon="empty"
              title={translate('removed.none')}
              text={translate('removed.none_text', { smart_count: days ?? 0 })}
            />
          ) : (
            <List dense disablePadding aria-labelledby={id}>
              {rows.map((row, at) => (
                <RemovedLine key={String(row.id)} row={row} autoFocus={at === 0} onBack={() => void query.refetch()} />
              ))}
            </List>
          )}
          {query.hasNextPage && (
            <Box sx={{ p: 1.5, textAlign: 'center' }}>
              <Button color="inherit" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {translate('removed.more')}
              </Button>
            </Box>
          )}
        </DialogContent>
      </KeyLayer>
    </Dialog>
  )
}

function RemovedLine({ row, autoFocus, onBack }: { row: RemovedRow; autoFocus: boolean; onBack: () => void }) {
  const translate = useTranslate()
  const { zone } = useDisplayStyle()
  const { resource } = useScope()
  const provider = useProvider()
  const notify = useNotify()
  const refresh = useRefresh()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const bring = async (): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    try {
      const msg = await provider.restore(resource.name, row.id)
      notify(msg, { type: 'success' })
      refresh()
      onBack()
    } catch (failure) {
      setRefusal(whyNot(failure) ?? failureText(failure, translate))
      // Somebody else may have it back in the list.
      refresh()
      setBusy(false)
    }
  }
  const date = dateTimeText(row.date_removed, zone) ?? ''
  const said = translate(row.user_name ? 'removed.by' : 'removed.at', { name: row.user_name ?? '', date })
  return (
    <ListItem divider sx={{ gap: 1, alignItems: 'center' }}>
      <ListItemText
        primary={row.label}
        secondary={
          refusal === null ? (
            `${said} ${translate('removed.until', { date: dateTimeText(row.date_gone, zone) ?? '' })}`
          ) : (
            <span role="alert">{refusal}</span>
          )
        }
        slotProps={{
          primary: { sx: { overflowWrap: 'anywhere' } },
          secondary: { color: refusal === null ? 'textSecondary' : 'error' },
        }}
      />
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        autoFocus={autoFocus}
        loading={busy}
        startIcon={<RestoreIcon fontSize="small" />}
        onClick={() => void bring()}
        aria-label={translate('removed.restore_one', { name: row.label })}
        sx={{ flexShrink: 0 }}
      >
        {translate('removed.restore')}
      </Button>
    </ListItem>
  )
}

/** The reason of the one record that was asked for, with the field that it is about. */
function whyNot(failure: unknown): string | null {
  const { results } = bodyOf(failure)
  const [first] = Array.isArray(results) ? (results as readonly { readonly msg?: string }[]) : []
  return first?.msg ?? null
}
