import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useNotify, useTranslate, type RaRecord } from 'react-admin'
import { useState } from 'react'
import { mayWrite } from '#engine/model'
import { useConsole, useProvider } from '#engine/client'
import { Icon, useFailure } from '#engine/ui'

/** Minutes that a pause or much work is offered for: each ends by itself. */
const MINUTES = [15, 30, 60, 120] as const
/** What a store adds to its usual minutes where it has not said so itself. */
const BUSY_MINUTES = 10

type Field = 'date_paused' | 'date_busy'
/** What the server says of them: its clock decides. */
const IS = { date_paused: 'is_paused', date_busy: 'is_busy' } as const

const momentIn = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** A store with what it says of itself, and the buttons that pause it and say that it is busy. */
export function StoreLine({ store, onChanged }: { store: RaRecord; onChanged: () => void }) {
  const translate = useTranslate()
  const { model, actor } = useConsole()
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const [menu, setMenu] = useState<{ anchor: HTMLElement; field: Field } | null>(null)
  const [isSending, setSending] = useState(false)
  const resource = model.resources['stores']
  const mayEdit = resource !== undefined && mayWrite(model, actor, resource)
  const isOn = (field: Field): boolean => store[IS[field]] === 1
  const set = async (field: Field, minutes: number | null) => {
    setMenu(null)
    setSending(true)
    try {
      const until = minutes === null ? null : momentIn(minutes)
      const more =
        field === 'date_busy' && minutes !== null && typeof store['busy_minutes'] !== 'number'
          ? { busy_minutes: BUSY_MINUTES }
          : {}
      await provider.update('stores', { id: store.id, data: { [field]: until, ...more }, previousData: store })
      notify(
        translate(`delivery.board.told.${minutes === null ? 'off' : 'on'}.${field}`, { store: String(store['name']) }),
        { type: 'success' },
      )
      onChanged()
    } catch (failure) {
      fail(failure)
    } finally {
      setSending(false)
    }
  }
  const button = (field: Field, icon: string) => (
    <Button
      size="small"
      color="inherit"
      disabled={isSending}
      aria-haspopup={isOn(field) ? undefined : 'menu'}
      startIcon={<Icon name={isOn(field) ? 'play_circle' : icon} size={18} />}
      onClick={(event) => {
        if (isOn(field)) void set(field, null)
        else setMenu({ anchor: event.currentTarget, field })
      }}
      aria-label={`${translate(`delivery.board.${isOn(field) ? 'end' : 'begin'}.${field}`)}: ${String(store['name'])}`}
    >
      {translate(`delivery.board.${isOn(field) ? 'end' : 'begin'}.${field}`)}
    </Button>
  )
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap', minHeight: 32 }}>
      <span style={{ flex: '1 1 200px', minWidth: 0 }}>
        <b>{String(store['name'])}</b>
        {` · ${String(store['open_text'] ?? '')}`}
        {isOn('date_busy') &&
          ` · ${translate('delivery.board.busy', { smart_count: Number(store['busy_minutes'] ?? BUSY_MINUTES) })}`}
      </span>
      {mayEdit && (
        <span>
          {button('date_paused', 'pause_circle')}
          {button('date_busy', 'timer')}
        </span>
      )}
      <Menu open={menu !== null} anchorEl={menu?.anchor ?? null} onClose={() => setMenu(null)}>
        {MINUTES.map((minutes) => (
          <MenuItem
            key={minutes}
            onClick={() => {
              if (menu) void set(menu.field, minutes)
            }}
          >
            {translate('delivery.board.for', { smart_count: minutes })}
          </MenuItem>
        ))}
      </Menu>
    </Box>
  )
}
