import LocalTaxi from '@mui/icons-material/LocalTaxi'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router-dom'
import { mayEdit } from '#engine/model'
import { failureText, mayOpen, recordPath, useConsole } from '#engine/client'
import { AppLink, Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import type { ChatItem } from '../../model/chat-wire'
import { LinkPerson } from './LinkPerson'
import { useBeside, useUnlink } from './use-talk'

/**
 * Beside a conversation: the client who writes, or the way to say who it is, their last rides, and the way to the form
 * that books for them.
 */
export function BesidePanel({ chat }: { chat: ChatItem }) {
  const say = useSay()
  const navigate = useNavigate()
  const { zone } = useDisplayStyle()
  const { actor, model } = useConsole()
  const { answer, failure, again } = useBeside(chat.id)
  const unlink = useUnlink(chat.id, again)
  const mayLink = mayEdit(actor, { module: 'chats' })
  const { clients, services } = model.resources
  const phone = answer?.client?.phone ?? chat.phone
  const book = () => void navigate('/dispatcher', { state: { focus: true, ...(phone !== null && { caller: phone }) } })
  return (
    <Box
      component="aside"
      aria-label={say('chats.beside.title')}
      sx={{ p: 2, display: 'grid', gap: 1.5, alignContent: 'start', overflowY: 'auto', height: 1 }}
    >
      <Box>
        <Typography variant="h2" component="h3">
          {say('chats.beside.title')}
        </Typography>
        {answer?.client &&
          (clients && mayOpen(actor, model, 'clients', 'see') ? (
            <AppLink to={recordPath(clients, answer.client.id)}>{answer.client.name}</AppLink>
          ) : (
            <span>{answer.client.name}</span>
          ))}
        {phone && (
          <Box>
            <Link href={`tel:${phone.replace(/[^+\d]/g, '')}`} variant="body2">
              {phone}
            </Link>
          </Box>
        )}
        {answer && !answer.client && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {say(
              answer.is_hidden
                ? 'chats.beside.hidden'
                : chat.phone === null
                  ? 'chats.beside.no_phone'
                  : 'chats.beside.no_client',
            )}
          </Typography>
        )}
        {answer?.client && mayLink && (
          <Button
            size="small"
            color="inherit"
            onClick={() => void unlink(answer.client?.id ?? null)}
            sx={{ marginInlineStart: -1.5 }}
          >
            {say('chats.beside.unlink')}
          </Button>
        )}
      </Box>
      {answer && !answer.client && !answer.is_hidden && mayLink && <LinkPerson id={chat.id} onLinked={again} />}
      {mayEdit(actor, { module: 'dispatcher' }) && (
        <Button variant="contained" startIcon={<LocalTaxi />} onClick={book}>
          {say('chats.beside.book')}
        </Button>
      )}
      <Box>
        <Typography variant="subtitle2" component="h4">
          {say('chats.beside.rides')}
        </Typography>
        {!answer && failure === null && <Skeleton variant="rounded" height={60} />}
        {!answer && failure !== null && (
          <Typography variant="body2" color="error">
            {failureText(failure, say)}
          </Typography>
        )}
        {answer?.rides.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {say('chats.beside.none')}
          </Typography>
        )}
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {answer?.rides.map(({ id, state_obj, org_address, dst_address, date_created, over }) => (
            <Box component="li" key={id} sx={{ py: 1, borderBottom: 1, borderColor: 'divider', fontSize: 13 }}>
              <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', mb: 0.25 }}>
                <AppLink to={over === 1 && services ? recordPath(services, id) : `/dispatcher/${id}`}>#{id}</AppLink>
                <Badge color={state_obj.color}>{state_obj.name}</Badge>
              </Box>
              <Box>{[org_address, dst_address].filter(Boolean).join(' → ')}</Box>
              <Box sx={{ color: 'text.secondary', fontSize: 12 }}>{dateTimeText(date_created, zone)}</Box>
            </Box>
          ))}
        </Box>
      </Box>
    </Box>
  )
}
