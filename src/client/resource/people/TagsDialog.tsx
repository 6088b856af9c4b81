import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import MergeIcon from '@mui/icons-material/MergeOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useRefresh } from 'react-admin'
import { useId, useState } from 'react'
import { peopleCalls, type TagItem } from '../../../model/people-calls'
import { useConfirm } from '../../../ui/Confirm'
import { useFailure } from '../../../ui/failure'
import { KeyLayer } from '../../../ui/keys'
import { useSay } from '../../../ui/show/style'
import { useCall } from '../../console/use-call'
import { useProvider } from '../../console/provider'
import { useScope } from '../scope'
import { tagPoolKey } from './use-tag-pool'

/** The tags of a catalogue: other names and colours, two made one, and those that go. */
export default function TagsDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const title = useId()
  const {
    resource: { endpoint },
  } = useScope()
  const [calls] = useState(() => peopleCalls(endpoint))
  const provider = useProvider()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const fail = useFailure()
  const [ask, question] = useConfirm()
  const { answer, retry } = useCall(calls.tags, {})
  const [merging, setMerging] = useState<{ readonly tag: TagItem; readonly anchor: HTMLElement } | null>(null)
  const items = answer?.items ?? []
  const after = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work
      await queries.invalidateQueries({ queryKey: tagPoolKey(endpoint) })
      retry()
      refresh()
    } catch (error) {
      fail(error)
      retry()
    }
  }
  const change = (tag: TagItem, to: { readonly name?: string; readonly color?: string }): void => {
    if ((to.name ?? tag.name).trim() === tag.name && (to.color ?? tag.color) === tag.color) return
    void after(provider.call(calls.changeTag, { tag: tag.id, ...to }))
  }
  const remove = async (tag: TagItem): Promise<void> => {
    const is = await ask({
      title: say('people.tag_remove_ask', { name: tag.name }),
      text: say('people.tag_remove_text'),
      accept: say('people.remove'),
      danger: true,
    })
    if (is) await after(provider.call(calls.removeTag, { tag: tag.id }))
  }
  const merge = async (tag: TagItem, into: TagItem): Promise<void> => {
    setMerging(null)
    const is = await ask({
      title: say('people.tag_merge_ask', { name: tag.name, into: into.name }),
      text: say('people.tag_merge_text'),
      danger: true,
    })
    if (is) await after(provider.call(calls.mergeTags, { tag: tag.id, into: into.id }))
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <KeyLayer>
        <DialogTitle id={title} variant="h2">
          {say('people.tags_manage')}
        </DialogTitle>
        <DialogContent>
          {answer && items.length === 0 && <Typography color="text.secondary">{say('people.tags_none')}</Typography>}
          {items.map((tag) => (
            <Box
              key={`${tag.id} ${tag.name} ${tag.color}`}
              sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.5 }}
            >
              <input
                type="color"
                defaultValue={tag.color}
                aria-label={say('people.tag_color', { name: tag.name })}
                disabled={!answer?.may_change}
                onBlur={(event) => change(tag, { color: event.target.value.toLowerCase() })}
                style={{ width: 32, height: 32, padding: 0, border: 0, background: 'none', flex: 'none' }}
              />
              <OutlinedInput
                size="small"
                fullWidth
                defaultValue={tag.name}
                disabled={!answer?.may_change}
                slotProps={{ input: { 'aria-label': `${say('people.tag_name')}: ${tag.name}`, maxLength: 40 } }}
                onBlur={(event) => change(tag, { name: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') (event.target as HTMLInputElement).blur()
                }}
              />
              {answer?.may_change && (
                <>
                  <IconButton
                    size="small"
                    disabled={items.length < 2}
                    aria-haspopup="menu"
                    aria-label={`${say('people.tag_merge')}: ${tag.name}`}
                    title={say('people.tag_merge')}
                    onClick={(event) => setMerging({ tag, anchor: event.currentTarget })}
                  >
                    <MergeIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`${say('people.remove')}: ${tag.name}`}
                    title={say('people.remove')}
                    onClick={() => void remove(tag)}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                </>
              )}
            </Box>
          ))}
          <Menu open={merging !== null} anchorEl={merging?.anchor} onClose={() => setMerging(null)}>
            {items
              .filter(({ id }) => id !== merging?.tag.id)
              .map((into) => (
                <MenuItem key={into.id} onClick={() => merging && void merge(merging.tag, into)}>
                  {into.name}
                </MenuItem>
              ))}
          </Menu>
          {question}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button color="inherit" onClick={onClose}>
            {say('form.close')}
          </Button>
        </DialogActions>
      </KeyLayer>
    </Dialog>
  )
}
