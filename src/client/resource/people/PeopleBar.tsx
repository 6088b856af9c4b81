import AddIcon from '@mui/icons-material/Add'
import FollowIcon from '@mui/icons-material/NotificationsNone'
import FollowsIcon from '@mui/icons-material/NotificationsActive'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import Tooltip from '@mui/material/Tooltip'
import { useNotify, useRefresh } from 'react-admin'
import { lazy, Suspense, useState } from 'react'
import type { Json, JsonObject } from '../../../model/json'
import { useFailure } from '../../../ui/failure'
import { useSay } from '../../../ui/show/style'
import { useProvider } from '../../console/provider'
import { useScope } from '../scope'
import { RecordTag } from './RecordTag'
import { usePeopleCalls, useTaking } from './use-people'

const TagPicker = lazy(() => import('./TagPicker'))

/** The tags of a record, and whether one follows it, below its name. */
export default function PeopleBar({ record }: { record: JsonObject }) {
  const { resource } = useScope()
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, flexWrap: 'wrap', mt: 0.75, minHeight: 32 }}>
      {resource.tags && <RecordTags record={record} />}
      {resource.follow && <FollowButton record={record} />}
    </Box>
  )
}

function FollowButton({ record }: { record: JsonObject }) {
  const say = useSay()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const { calls, id } = usePeopleCalls(record)
  const { answer, put } = useTaking(record)
  const [busy, setBusy] = useState(false)
  if (!answer) return null
  const { follows, followers } = answer
  const toggle = async (): Promise<void> => {
    setBusy(true)
    try {
      const now = await provider.call(follows ? calls.unfollow : calls.follow, { id })
      put({ ...answer, follows: now.follows, followers: now.followers })
      notify(now.msg ?? '', { type: 'success' })
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  const count = say('people.followers', { smart_count: followers ?? 0 })
  return (
    <Tooltip title={count}>
      <Button
        size="small"
        color={follows ? 'primary' : 'inherit'}
        startIcon={follows ? <FollowsIcon /> : <FollowIcon />}
        loading={busy}
        loadingPosition="start"
        aria-pressed={follows}
        aria-label={`${say(follows ? 'people.unfollow' : 'people.follow')}. ${count}`}
        onClick={() => void toggle()}
      >
        {say(follows ? 'people.unfollow' : 'people.follow')}
        <Box
          component="span"
          sx={{ marginInlineStart: 0.75, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
        >
          {followers ?? 0}
        </Box>
      </Button>
    </Tooltip>
  )
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : [])

function RecordTags({ record }: { record: JsonObject }) {
  const say = useSay()
  const provider = useProvider()
  const refresh = useRefresh()
  const fail = useFailure()
  const { mayAct } = useScope()
  const { calls, id } = usePeopleCalls(record)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const labels = listOf(record['tags__label'])
  const colors = listOf(record['tags__color'])
  const tags = listOf(record['tags']).map((tag, at) => ({
    id: Number(tag),
    name: String(labels[at] ?? tag),
    color: String(colors[at] ?? ''),
  }))
  const write = async (change: {
    readonly add?: (number | string)[]
    readonly remove?: (number | string)[]
  }): Promise<void> => {
    try {
      await provider.call(calls.retag, { id, ...change })
      refresh()
    } catch (error) {
      fail(error)
    }
  }
  return (
    <>
      {tags.length > 0 && (
        <Box
          component="ul"
          aria-label={say('people.tags')}
          sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, listStyle: 'none', m: 0, p: 0 }}
        >
          {tags.map((tag) => (
            <li key={tag.id}>
              <RecordTag tag={tag} onRemove={mayAct ? () => void write({ remove: [tag.id] }) : undefined} />
            </li>
          ))}
        </Box>
      )}
      {mayAct && (
        <Button
          size="small"
          color="inherit"
          startIcon={<AddIcon />}
          aria-haspopup="dialog"
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{ color: 'text.secondary' }}
        >
          {say('people.tag_add')}
        </Button>
      )}
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': say('people.tag_add'), sx: { p: 2, width: 320, maxWidth: '92vw' } },
        }}
      >
        <Suspense fallback={<Box sx={{ height: 64 }} />}>
          <TagPicker
            but={tags.map((tag) => tag.id)}
            onAdd={(tag) => {
              setAnchor(null)
              void write({ add: [tag] })
            }}
            onClose={() => setAnchor(null)}
          />
        </Suspense>
      </Popover>
    </>
  )
}
