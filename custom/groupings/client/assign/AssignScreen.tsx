import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate, useParams } from 'react-router-dom'
import { failureText, useAsked, useProvider } from '#engine/client'
import type { CallResponse } from '#engine/model'
import { Badge, Notice, useFailure, useKeys } from '#engine/ui'
import { assignServiceCall, listServicesCall } from '../../model/grouping-calls'
import { isImpossible, useRouteWords, violationText, type RouteWords } from '../route/route-words'
import type { Violation } from '../../model/plan/evaluation'
import { RideFacts } from '../services/RideFacts'
import { RouteFailure, RouteHead, RouteWaiting } from '../route/RouteFrame'

type Offered = CallResponse<typeof listServicesCall>['items'][number]

/** Screen `/groupings/:id/services/assign`: bookings that could join, each with what adding it costs. */
export default function AssignScreen() {
  const id = Number(useParams()['id'])
  const words = useRouteWords()
  const { say } = words
  const provider = useProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const fail = useFailure()
  const [q, setQ] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { answer, failure, retry } = useAsked(
    listServicesCall,
    { id, ...(q.trim() !== '' && { q: q.trim() }) },
    q === '' ? 0 : 300,
  )
  const back = `/groupings/${id}/services`
  const save = async (): Promise<void> => {
    if (!answer || chosen.size === 0 || busy) return
    setBusy(true)
    try {
      const { msg } = await provider.call(assignServiceCall, {
        id,
        ids: [...chosen],
        plan_version: answer.item.plan_version,
      })
      notify(msg ?? say('groupings.added'), { type: 'success' })
      navigate(back)
    } catch (error) {
      fail(error)
      setBusy(false)
      retry()
    }
  }
  useKeys([{ keys: 'ctrl+s', label: say('groupings.add'), run: () => void save(), active: chosen.size > 0 }])
  if (!answer && failure) return <RouteFailure failure={failure} onRetry={retry} />
  if (!answer) return <RouteWaiting />
  const toggle = (one: number): void =>
    setChosen((before) => new Set(before.has(one) ? [...before].filter((other) => other !== one) : [...before, one]))
  const people = answer.items.filter(({ id: one }) => chosen.has(one)).reduce((sum, ride) => sum + ride.capacity_1, 0)
  return (
    <Box sx={{ p: 2, minWidth: 0 }}>
      <RouteHead title={say('groupings.assign')} text={answer.item.name} back={back}>
        <Button variant="contained" disabled={chosen.size === 0} loading={busy} onClick={() => void save()}>
          {say('groupings.add_n', { smart_count: chosen.size })}
        </Button>
      </RouteHead>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 1.5 }}>
        <TextField
          size="small"
          type="search"
          label={say('groupings.search')}
          value={q}
          onChange={({ target }) => setQ(target.value)}
          sx={{ flex: '1 1 240px', maxWidth: 420 }}
        />
        <Box sx={{ fontSize: 14 }} role="status">
          {say('groupings.people_of', {
            n: answer.item.total_capacity_1 + people,
            max: answer.item.max_capacity_1 ?? '–',
          })}
        </Box>
      </Box>
      {failure !== null && <Notice icon="error" title={failureText(failure, say)} />}
      <Paper variant="outlined">
        {answer.items.length === 0 && (
          <Notice icon="empty" title={say('groupings.nobody_waits')} text={say('groupings.nobody_waits_text')} />
        )}
        <Box component="ul" aria-label={say('groupings.offered')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {answer.items.map((ride) => (
            <OfferedRide
              key={ride.id}
              ride={ride}
              words={words}
              checked={chosen.has(ride.id)}
              onToggle={() => toggle(ride.id)}
            />
          ))}
        </Box>
      </Paper>
      {answer.source && (
        <Box sx={{ mt: 1, fontSize: 12.5, color: 'text.secondary' }}>
          {say('groupings.distances_by', { source: say(`groupings.source.${answer.source}`) })}
        </Box>
      )}
    </Box>
  )
}

function OfferedRide({
  ride,
  words,
  checked,
  onToggle,
}: {
  ride: Offered
  words: RouteWords
  checked: boolean
  onToggle: () => void
}) {
  const { say, more, minutes, length, money } = words
  const who = [ride.cl_name, ride.cl_surname].filter(Boolean).join(' ')
  const { added } = ride
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        paddingInlineEnd: 1.5,
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
        alignItems: 'center',
      }}
    >
      <Checkbox checked={checked} onChange={onToggle} slotProps={{ input: { 'aria-label': `#${ride.id} ${who}` } }} />
      <Box component="label" onClick={onToggle} sx={{ minWidth: 0, flex: '1 1 240px', cursor: 'pointer' }}>
        <Box sx={{ fontSize: 14, fontWeight: 600 }}>
          #{ride.id} {who}
        </Box>
        <RideFacts ride={ride} words={words} />
      </Box>
      {added && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 0.5,
            alignItems: 'center',
            justifyContent: 'flex-end',
            flex: '0 1 auto',
            paddingInlineStart: { xs: 5, sm: 0 },
          }}
        >
          {added.fits ? (
            <Badge color="success">{say('groupings.fits')}</Badge>
          ) : (
            added.broken.map((one) => {
              const violation = one as Pick<Violation, 'kind' | 'by'>
              return (
                <Badge key={`${one.kind} ${one.id_service}`} color={isImpossible(violation) ? 'error' : 'warning'}>
                  #{one.id_service}: {violationText(words, violation)}
                </Badge>
              )
            })
          )}
          <Box sx={{ fontVariantNumeric: 'tabular-nums', fontSize: 13.5, fontWeight: 600, whiteSpace: 'nowrap' }}>
            {more(added.drive_s, minutes)} · {more(added.metres, length)} · {more(added.cost, money)}
          </Box>
        </Box>
      )}
    </Box>
  )
}
