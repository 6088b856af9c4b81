import Box from '@mui/material/Box'
import { useMemo, useState } from 'react'
import { useNotify } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { useCall, useProvider } from '#engine/client'
import type { CallRequest, CallResponse } from '#engine/model'
import { Notice, useFailure } from '#engine/ui'
import { buildAcceptCall, buildCall, buildChoicesCall } from '../../model/run-calls'
import { useRun } from '../optimise/use-run'
import { useRouteWords } from '../route/route-words'
import { RouteFailure, RouteHead, RouteWaiting } from '../route/RouteFrame'
import { type BuildAsked, BuildForm } from './BuildForm'
import { Proposals } from './Proposals'

/** Screen `/groupings/build`: routes for all bookings of a day at once, of which people keep all, some or none. */
export default function BuildScreen() {
  const words = useRouteWords()
  const { say } = words
  const provider = useProvider()
  const notify = useNotify()
  const fail = useFailure()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<BuildAsked>({})
  const { answer: choices, failure, retry } = useCall(buildChoicesCall, asked)
  const [marked, setMarked] = useState<ReadonlySet<number> | null>(null)
  const [balance, setBalance] = useState(0)
  const [search, setSearch] = useState<CallRequest<typeof buildCall> | null>(null)
  const [accepting, setAccepting] = useState(false)
  const {
    run,
    begun,
    failure: refused,
    stop,
  } = useRun<typeof buildCall.request, CallResponse<typeof buildCall>>(buildCall, search)
  const vehicles = useMemo(
    () => marked ?? new Set((choices?.vehicles ?? []).filter(({ at_work }) => at_work).map(({ id }) => id)),
    [marked, choices],
  )
  if (failure && !choices) return <RouteFailure failure={failure} onRetry={retry} />
  if (!choices) return <RouteWaiting />
  const build = (): void => {
    if (choices.id_product === null) return
    setSearch({
      day: choices.day,
      id_branch: choices.id_branch,
      id_product: choices.id_product,
      vehicles: [...vehicles],
      balance,
      seed: search ? (search.seed ?? 1) + 1 : 1,
    })
  }
  const accept = async (chosen: readonly number[]): Promise<void> => {
    if (!run) return
    setAccepting(true)
    try {
      const { msg } = await provider.call(buildAcceptCall, { id_run: run.id, vehicles: [...chosen] })
      if (msg) notify(msg, { type: 'success' })
      navigate('/groupings')
    } catch (error) {
      fail(error)
      setAccepting(false)
    }
  }
  return (
    <Box sx={{ p: 2, minWidth: 0 }}>
      <RouteHead title={say('groupings.build.title')} text={say('groupings.build.text')} back="/groupings" />
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '340px minmax(0, 1fr)' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <BuildForm
          choices={choices}
          words={words}
          vehicles={vehicles}
          balance={balance}
          busy={run?.state === 'running'}
          onAsk={(next) => {
            setAsked(next)
            setMarked(null)
            setSearch(null)
          }}
          onVehicles={setMarked}
          onBalance={setBalance}
          onBuild={build}
        />
        <Box sx={{ minWidth: 0 }}>
          {search === null && (
            <Notice
              icon="empty"
              title={say(choices.rides.length === 0 ? 'groupings.nothing_to_build' : 'groupings.build.ready')}
              text={say(choices.rides.length === 0 ? 'groupings.build.other_day' : 'groupings.build.ready_text')}
            />
          )}
          {refused !== null && <RouteFailure failure={refused} onRetry={build} />}
          {search !== null && refused === null && !run && <RouteWaiting />}
          {run && begun && (
            <Proposals
              key={run.id}
              run={run}
              begun={begun}
              choices={choices}
              words={words}
              onStop={stop}
              onAccept={(chosen) => void accept(chosen)}
              onDiscard={() => setSearch(null)}
              accepting={accepting}
            />
          )}
        </Box>
      </Box>
    </Box>
  )
}
