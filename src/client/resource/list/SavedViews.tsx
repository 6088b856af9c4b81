import CheckIcon from '@mui/icons-material/Check'
import MoreIcon from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { useId, useState, type ReactNode, type FormEvent } from 'react'
import type { ListView } from '../../../model/list-view'
import { useConsole } from '../../console/console'
import { EntriesMenu } from '../actions/EntriesMenu'
import { useConfirm } from '../../../ui/Confirm'
import { useLooks } from './list-look'
import { useSavedViews, type SavedViewActions } from './use-saved-views'
import StarIcon from '@mui/icons-material/StarBorder'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import RenameIcon from '@mui/icons-material/EditOutlined'
import ShareIcon from '@mui/icons-material/GroupsOutlined'
import UpdateIcon from '@mui/icons-material/SaveOutlined'
import type { MenuItemEntry } from '../actions/entries'
import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'

// The server's limit.
const MAX_CHARS = 60

/** Asks for the name of a view in place: of a new one behind a button, of one that is renamed at once. */
function ViewName({
  first,
  onSave,
  onClose,
}: {
  first?: string
  onSave: (name: string) => Promise<string | null>
  onClose?: () => void
}) {
  const translate = useTranslate()
  const [name, setName] = useState<string | null>(first ?? null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const close = () => {
    setName(null)
    setWrong(null)
    onClose?.()
  }
  if (name === null) {
    return (
      <Button size="small" startIcon={<AddIcon />} onClick={() => setName('')} sx={{ alignSelf: 'flex-start' }}>
        {translate('views.save_as')}
      </Button>
    )
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    const error = await onSave(name)
    setSaving(false)
    if (error === null) close()
    else setWrong(error)
  }
  return (
    <Stack
      component="form"
      direction="row"
      spacing={1}
      onSubmit={(event) => void submit(event)}
      sx={{ alignItems: 'flex-start', pt: 0.5, width: '100%' }}
    >
      <TextField
        size="small"
        fullWidth
        autoFocus
        value={name}
        label={translate('views.name')}
        error={wrong !== null}
        helperText={wrong}
        onChange={(event) => {
          setName(event.target.value)
          setWrong(null)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        }}
        slotProps={{ htmlInput: { maxLength: MAX_CHARS } }}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={saving || name.trim() === ''}
        sx={{ flex: 'none', height: 36 }}
      >
        {translate('views.save')}
      </Button>
    </Stack>
  )
}

/** The actions of one view: all for one's own; for another's only those of root. */
function useViewEntries(
  actions: SavedViewActions,
  view: ListView | null,
  onRename: (view: ListView) => void,
  onRemove: (view: ListView) => Promise<void>,
): MenuItemEntry[] {
  const translate = useTranslate()
  const { actor } = useConsole()
  const { mayShare } = useLooks()
  if (!view) return []
  const entry = (
    id: string,
    key: string,
    icon: ReactNode,
    run: () => void,
    more: Partial<MenuItemEntry> = {},
  ): MenuItemEntry => ({
    id,
    label: translate(`views.${key}`),
    icon,
    run,
    ...more,
  })
  const may = view.own || actor.root
  const { is_default, shared } = view
  return [
    ...(may && !actions.isShown(view)
      ? [entry('update', 'update', <UpdateIcon fontSize="small" />, () => void actions.update(view))]
      : []),
    ...(may ? [entry('rename', 'rename', <RenameIcon fontSize="small" />, () => onRename(view))] : []),
    ...(view.own
      ? [
          entry(
            'default',
            is_default ? 'unmake_default' : 'make_default',
            <StarIcon fontSize="small" />,
            () => void actions.set(view, { is_default: !is_default }),
          ),
        ]
      : []),
    ...(mayShare && may
      ? [
          entry(
            'share',
            shared ? 'unshare' : 'share',
            <ShareIcon fontSize="small" />,
            () => void actions.set(view, { shared: !shared }),
          ),
        ]
      : []),
    ...(may
      ? [
          entry('remove', 'remove', <RemoveIcon fontSize="small" />, () => void onRemove(view), {
            danger: true,
            apart: true,
          }),
        ]
      : []),
  ]
}

/** The views of this list that the user or their colleagues have saved, and a button to save the current one. */
export function SavedViews({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const id = useId()
  const { actor } = useConsole()
  const { views } = useLooks()
  const actions = useSavedViews()
  const [menu, setMenu] = useState<{ view: ListView; anchor: HTMLElement } | null>(null)
  const [renamed, setRenamed] = useState<ListView | null>(null)
  const [ask, dialog] = useConfirm()
  const entries = useViewEntries(actions, menu?.view ?? null, setRenamed, async (view) => {
    if (
      await ask({
        title: translate('views.remove_ask', { name: view.name }),
        accept: translate('views.remove'),
        danger: true,
      })
    )
      await actions.remove(view)
  })
  return (
    <Stack spacing={0.5}>
      <Typography variant="subtitle2" id={id} sx={{ color: 'text.secondary' }}>
        {translate('views.title')}
      </Typography>
      {views.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary', py: 0.5 }}>
          {translate('views.none')}
        </Typography>
      )}
      <List dense disablePadding aria-labelledby={id} sx={{ maxHeight: 240, overflowY: 'auto', mx: -1 }}>
        {views.map((view) =>
          renamed?.id === view.id ? (
            <ListItem key={view.id} sx={{ px: 1 }}>
              <ViewName
                first={view.name}
                onSave={(name) => actions.rename(view, name)}
                onClose={() => setRenamed(null)}
              />
            </ListItem>
          ) : (
            <ViewItem
              key={view.id}
              view={view}
              shown={actions.isShown(view)}
              onApply={() => {
                actions.apply(view)
                onClose()
              }}
              onMenu={view.own || actor.root ? (anchor) => setMenu({ view, anchor }) : null}
            />
          ),
        )}
      </List>
      <ViewName onSave={actions.create} />
      <EntriesMenu
        anchor={menu?.anchor ?? null}
        entries={entries}
        onClose={() => setMenu(null)}
        label={translate('views.more', { name: menu?.view.name ?? '' })}
      />
      {dialog}
    </Stack>
  )
}

interface ViewItemProps {
  readonly view: ListView
  /** The list shows exactly this view. */
  readonly shown: boolean
  readonly onApply: () => void
  /** Null: it belongs to somebody else, and can only be used. */
  readonly onMenu: ((anchor: HTMLElement) => void) | null
}

function ViewItem({ view, shown, onApply, onMenu }: ViewItemProps) {
  const translate = useTranslate()
  const about = [
    ...(view.by ? [translate('views.by', { name: view.by })] : view.shared ? [translate('views.shared')] : []),
    ...(view.is_default ? [translate('views.default')] : []),
  ]
  return (
    <ListItem
      disablePadding
      secondaryAction={
        onMenu && (
          <IconButton
            edge="end"
            size="small"
            aria-haspopup="menu"
            aria-label={translate('views.more', { name: view.name })}
            onClick={(event) => onMenu(event.currentTarget)}
          >
            <MoreIcon fontSize="small" />
          </IconButton>
        )
      }
    >
      <ListItemButton
        onClick={onApply}
        aria-current={shown || undefined}
        sx={{ px: 1, borderRadius: 1, minHeight: 36 }}
      >
        <ListItemIcon sx={{ minWidth: 26 }}>
          {shown && <CheckIcon fontSize="small" color="primary" titleAccess={translate('views.applied')} />}
        </ListItemIcon>
        <ListItemText
          primary={view.name}
          secondary={about.join(' · ') || undefined}
          slotProps={{ primary: { variant: 'body2', noWrap: true }, secondary: { variant: 'caption', noWrap: true } }}
        />
      </ListItemButton>
    </ListItem>
  )
}
