import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { People } from '#engine/client'
import { AppLink, Badge, useSay } from '#engine/ui'
import type { CallResponse } from '#engine/model'
import type { flowCall } from '../../model'
import type { FlowState } from '../flow/flow-store'
import type { useOthers } from './use-others'

export type BotItem = CallResponse<typeof flowCall>['item']

interface FlowHeaderProps {
  readonly bot: BotItem
  readonly status: FlowState['status']
  readonly people: ReturnType<typeof useOthers>['people']
  readonly mayEdit: boolean
  readonly busy: boolean
  readonly onRetry: () => void
  readonly onPublish: () => void
}

/** Whose flow this is, whether it is saved, who else draws in it, and its publication. */
export function FlowHeader({ bot, status, people, mayEdit, busy, onRetry, onPublish }: FlowHeaderProps) {
  const say = useSay()
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.25,
        px: 2,
        py: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <AppLink to={`/bots/${bot.id}`} color="text.secondary" sx={{ fontSize: 13 }}>
          {say('bots.flow.back')}
        </AppLink>
        <Box component="h1" sx={{ m: 0, typography: 'h2', overflowWrap: 'anywhere' }}>
          {bot.name}
        </Box>
      </Box>
      <Badge icon="chat">
        {say(`entities.bots.values.trigger_channel.${String(bot.trigger_channel)}`, {
          _: CHANNELS[String(bot.trigger_channel)] ?? '',
        })}
      </Badge>
      <Badge>
        {bot.published === null
          ? say('bots.flow.never_published')
          : say(bot.is_changed ? 'bots.flow.version_changed' : 'bots.flow.version', { n: bot.published })}
      </Badge>
      <Box
        role="status"
        aria-live="polite"
        sx={{ fontSize: 13, color: status === 'failed' ? 'error.main' : 'text.secondary' }}
      >
        {say(`bots.flow.status.${status}`)}
      </Box>
      {status === 'failed' && (
        <Button size="small" onClick={onRetry}>
          {say('actions.retry')}
        </Button>
      )}
      <Box role="status" sx={{ marginInlineStart: 'auto' }}>
        <People people={people} />
      </Box>
      {mayEdit && (
        <Button variant="contained" loading={busy} onClick={onPublish}>
          {say('bots.flow.publish')}
        </Button>
      )}
    </Box>
  )
}

/** Where no language says otherwise. */
const CHANNELS: { readonly [channel: string]: string } = { web: 'Web', whatsapp: 'WhatsApp', telegram: 'Telegram' }
