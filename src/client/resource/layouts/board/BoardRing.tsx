import MutedIcon from '@mui/icons-material/NotificationsOff'
import RingsIcon from '@mui/icons-material/NotificationsActive'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useStore, useTranslate } from 'react-admin'
import { useEffect } from 'react'
import { columnKey, type BoardColumn } from '../../../../model/board'
import { useKeys } from '../../../../ui/keys'
import { useTitleMark } from '../../../../ui/show/page-title'
import { soundCall, useIsSoundHeld } from '../../../console/alarm'
import { useConsole } from '../../../console/console'
import { useScope } from '../../scope'

/** So often it sounds as long as there is a card. */
const RING_MS = 4000
/** So often the window's title says it in another way, which is seen among many tabs. */
const FLASH_MS = 1000

/**
 * Sounds as long as there is a card in the columns that ring, and counts them in the title of the window: until
 * somebody moves them on, or mutes it for themselves. The browser that is silent until a press on the page says so.
 */
export function BoardRing({ columns, rings }: { columns: readonly BoardColumn[]; rings: readonly string[] }) {
  const translate = useTranslate()
  const { resource } = useScope()
  const { actor } = useConsole()
  // Of the person: the next one at this screen hears it.
  const [muted, setMuted] = useStore(`board.muted.${resource.name}.${actor.id}`, false)
  const held = useIsSoundHeld()
  const waiting = columns.filter(({ value }) => rings.includes(columnKey(value)))
  const count = waiting.reduce((sum, column) => sum + column.count, 0)
  const [isRinging, name] = [count > 0 && !muted, waiting.map(({ label }) => label).join(', ')]
  useEffect(() => {
    if (!isRinging) return undefined
    soundCall()
    const timer = setInterval(soundCall, RING_MS)
    return () => clearInterval(timer)
  }, [isRinging])
  useTitleMark(count > 0 ? `(${count}) ${name}` : null)
  useFlash(isRinging)
  const toggle = (): void => setMuted(!muted)
  useKeys([{ keys: 's', label: translate(muted ? 'board.key_unmute' : 'board.key_mute'), run: toggle }])
  const blocked = isRinging && held
  const button = (
    <Button
      size="small"
      color="inherit"
      aria-pressed={muted}
      aria-keyshortcuts="s"
      onClick={toggle}
      startIcon={muted ? <MutedIcon fontSize="small" /> : <RingsIcon fontSize="small" />}
    >
      {translate(muted ? 'board.unmute' : 'board.mute')}
    </Button>
  )
  return (
    <Alert
      severity={count === 0 ? 'success' : muted || blocked ? 'warning' : 'info'}
      icon={false}
      action={button}
      sx={{ borderRadius: 0, py: 0, alignItems: 'center', '& .MuiAlert-action': { py: 0.5 } }}
    >
      <span role="status">
        {count === 0 ? translate('board.rings_none') : translate('board.rings', { smart_count: count, column: name })}
      </span>
      {blocked && <b>{` · ${translate('board.sound_held')}`}</b>}
    </Alert>
  )
}

/** Takes the mark from the window's title and puts it back, so that the tab is seen to change. */
function useFlash(on: boolean): void {
  useEffect(() => {
    if (!on) return undefined
    let isOff = false
    const marked = () => document.title.replace(/^● /, '')
    const timer = setInterval(() => {
      isOff = !isOff
      document.title = isOff ? `● ${marked()}` : marked()
    }, FLASH_MS)
    return () => {
      clearInterval(timer)
      document.title = marked()
    }
  }, [on])
}
