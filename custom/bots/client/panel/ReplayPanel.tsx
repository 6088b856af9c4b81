import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { failureText } from '#engine/client'
import { Badge, dateTimeText, useDisplayStyle, useSay } from '#engine/ui'
import { useStepWords } from '../canvas/step-words'
import type { FlowData } from '../flow/flow-data'
import type { FlowIds } from '../flow/flow-ids'
import type { TalkReplay, Replayed } from './use-replay'

type Item = Replayed['items'][number]

/**
 * Past conversations with the draft: which would take another path, and where it parts; the chosen one's is lit on the
 * canvas.
 */
export function ReplayPanel({
  replay,
  flow,
  ids,
}: {
  readonly replay: TalkReplay
  readonly flow: FlowData
  readonly ids: FlowIds
}) {
  const say = useSay()
  const { zone } = useDisplayStyle()
  const { answer, busy, failure, chosen, choose, run } = replay
  return (
    <Box sx={{ p: 2 }}>
      <Box component="p" sx={{ mt: 0, color: 'text.secondary' }}>
        {say('bots.flow.replay_help')}
      </Box>
      <Button
        variant={answer ? 'outlined' : 'contained'}
        color={answer ? 'inherit' : 'primary'}
        loading={busy}
        onClick={run}
      >
        {say(answer ? 'bots.flow.replay_again' : 'bots.flow.replay_run')}
      </Button>
      {failure !== null && (
        <Box role="alert" sx={{ color: 'error.main', mt: 1.5 }}>
          {failureText(failure, say)}
        </Box>
      )}
      {answer && (
        <>
          <Box role="status" sx={{ mt: 1.5, fontWeight: 600 }}>
            {answer.total === 0
              ? say('bots.flow.replay_none')
              : say('bots.flow.replay_changed', { smart_count: answer.changed, total: answer.total })}
          </Box>
          <Box component="ul" aria-label={say('bots.flow.replay_list')} sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
            {answer.items.map((item) => (
              <Box
                component="li"
                key={item.id}
                sx={{
                  borderBottom: 1,
                  borderColor: 'divider',
                  bgcolor: item.id === chosen ? 'action.selected' : undefined,
                  contentVisibility: 'auto',
                  containIntrinsicSize: 'auto 56px',
                }}
              >
                <Button
                  color="inherit"
                  fullWidth
                  aria-pressed={item.id === chosen}
                  onClick={() => choose(item.id === chosen ? null : item.id)}
                  sx={{ display: 'block', textAlign: 'start', color: 'text.primary', fontWeight: 400 }}
                >
                  <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
                    <span>{dateTimeText(item.date_created, zone)}</span>
                    <Box component="span" sx={{ color: 'text.secondary', fontSize: 12.5 }}>
                      {say('bots.flow.version', { n: item.number })}
                    </Box>
                    <Box component="span" sx={{ marginInlineStart: 'auto' }}>
                      <Badge color={item.parts_at === null ? 'success' : 'warning'}>
                        {say(item.parts_at === null ? 'bots.flow.replay_same' : 'bots.flow.replay_other')}
                      </Badge>
                    </Box>
                  </Box>
                  {item.said.length > 0 && (
                    <Box
                      component="span"
                      sx={{ display: 'block', fontSize: 12.5, color: 'text.secondary', overflowWrap: 'anywhere' }}
                    >
                      {item.said.join(' · ')}
                    </Box>
                  )}
                </Button>
                {item.id === chosen && <Paths item={item} flow={flow} ids={ids} />}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Box>
  )
}

/** Both paths as steps in their order; what differs is marked. */
function Paths({
  item: { before, after, parts_at },
  flow,
  ids,
}: {
  readonly item: Item
  readonly flow: FlowData
  readonly ids: FlowIds
}) {
  const say = useSay()
  const words = useStepWords()
  const nameOf = (step: number): string => {
    const row = flow.steps.get(ids.steps.local(step))
    return row ? words.nameOf(row) : say('bots.flow.replay_gone')
  }
  const lines =
    parts_at === null
      ? ([['replay_path', after]] as const)
      : ([
          ['replay_before', before],
          ['replay_after', after],
        ] as const)
  return (
    <Box sx={{ px: 1.5, pb: 1, display: 'grid', gap: 1 }}>
      {lines.map(([title, path]) => (
        <Box key={title}>
          <Box sx={{ fontSize: 12.5, fontWeight: 600 }}>{say(`bots.flow.${title}`)}</Box>
          <Box component="ol" aria-label={say(`bots.flow.${title}`)} sx={{ m: 0, paddingInlineStart: 3, fontSize: 13 }}>
            {visited(path).map(({ step, at }) => (
              <Box
                component="li"
                key={at}
                sx={parts_at !== null && at >= parts_at ? { fontWeight: 700 } : { color: 'text.secondary' }}
              >
                {nameOf(step)}
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** Steps of a path, one line for each stay. `at`: its last place in the path. */
const visited = (path: Item['after']): readonly { readonly step: number; readonly at: number }[] =>
  path.flatMap(({ step }, at) => (path[at + 1]?.step === step ? [] : [{ step, at }]))
