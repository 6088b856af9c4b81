import StarIcon from '@mui/icons-material/StarBorder'
import RemoveIcon from '@mui/icons-material/DeleteOutlined'
import RenameIcon from '@mui/icons-material/EditOutlined'
import ShareIcon from '@mui/icons-material/GroupsOutlined'
import UpdateIcon from '@mui/icons-material/SaveOutlined'
import { useTranslate } from 'react-admin'
import type { ReactNode } from 'react'
import type { ListView } from '../../../model/list-view'
import { useConsole } from '../../app/console'
import type { Entry } from '../actions/entries'
import { useLooks } from './list-look'
import type { SavedViewActions } from './use-saved-views'

/** What can be done with one view: all with one's own, with another's only what root may. */
export function useViewEntries(
  actions: SavedViewActions, view: ListView | null, onRename: (view: ListView) => void, onRemove: (view: ListView) => Promise<void>,
): Entry[] {
  const translate = useTranslate()
  const { actor } = useConsole()
  const { mayShare } = useLooks()
  if (!view) return []
  const entry = (id: string, key: string, icon: ReactNode, run: () => void, more: Partial<Entry> = {}): Entry =>
    ({ id, label: translate(`views.${key}`), icon, run, ...more })
  const may = view.own || actor.root
  const { is_default, shared } = view
  return [
    ...(may && !actions.isShown(view) ? [entry('update', 'update', <UpdateIcon fontSize="small" />, () => void actions.update(view))] : []),
    ...(may ? [entry('rename', 'rename', <RenameIcon fontSize="small" />, () => onRename(view))] : []),
    ...(view.own ? [entry('default', is_default ? 'unmake_default' : 'make_default', <StarIcon fontSize="small" />, () => void actions.set(view, { is_default: !is_default }))] : []),
    ...(mayShare && may ? [entry('share', shared ? 'unshare' : 'share', <ShareIcon fontSize="small" />, () => void actions.set(view, { shared: !shared }))] : []),
    ...(may ? [entry('remove', 'remove', <RemoveIcon fontSize="small" />, () => void onRemove(view), { danger: true, apart: true })] : []),
  ]
}
