import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LeaveGuard, useScope } from '#engine/client'
import { useSay } from '#engine/ui'
import type { Channel } from '../../model'
import { Canvas } from '../canvas/Canvas'
import { stepsInOrder } from '../canvas/order'
import { useStepWords } from '../canvas/step-words'
import type { FlowAnswer } from '../flow/flow-calls'
import { drawnExits } from '../flow/exits'
import { ConnectDialog } from '../panel/ConnectDialog'
import { matches, Outline } from '../panel/Outline'
import { ProblemList } from '../panel/ProblemList'
import { ReplayPanel } from '../panel/ReplayPanel'
import { TryPanel } from '../panel/TryPanel'
import { useTalkReplay } from '../panel/use-replay'
import { useTrial } from '../panel/use-trial'
import { FlowHeader } from './FlowHeader'
import { NewStepMenu } from './NewStepMenu'
import { type Room, Rooms } from './Rooms'
import { StepForms } from './StepForms'
import { Toolbar } from './Toolbar'
import { useDrawing } from './use-drawing'
import { focusedStep, focusStep, useFlowKeys } from './use-flow-keys'
import { useFlowStore } from './use-flow-store'
import { useOthers } from './use-others'
import { useProblems } from './use-problems'
import { usePublishing } from './use-publishing'
import { useStepForm } from './use-step-form'

/**
 * The editor of a bot's flow: the drawing, and beside it the steps as a list, a step's form, what is wrong, and a
 * trial.
 */
export function FlowEditor({ answer }: { readonly answer: FlowAnswer }) {
  const say = useSay()
  const words = useStepWords()
  const { mayEdit } = useScope()
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const { setCenter, getZoom, getNode } = useReactFlow()
  const open = useFlowStore(answer)
  const {
    store,
    state: { flow, canUndo, canRedo, status, own },
    ids,
  } = open
  const channel = answer.item.trigger_channel as Channel
  const drawing = useDrawing(open, flow, answer.item.name)
  const { chosen, choose } = drawing
  const problems = useProblems(flow, channel)
  const others = useOthers(open, answer.item.version, mayEdit)
  const [room, setRoom] = useState<Room>('outline')
  const publishing = usePublishing(open, answer.item, flow, problems, () => setRoom('problems'))
  const trial = useTrial(open, ({ type, tried }) =>
    say(tried ? 'bots.flow.try_done' : 'bots.flow.try_not_done', {
      action: say(`entities.bot_steps.values.action_type.${type}`, { _: type }),
    }),
  )
  const replay = useTalkReplay(open)
  const { lit, litEdges } = room === 'replay' ? replay.path : trial.path
  const [connecting, setConnecting] = useState<{ readonly from: number | null } | null>(null)
  const [find, setFind] = useState('')
  const findBox = useRef<HTMLInputElement>(null)
  useEffect(() => () => void store.settled().catch(() => undefined), [store])

  const ordered = useMemo(() => stepsInOrder(flow), [flow])
  const [only = null] = chosen.size === 1 ? [...chosen] : []
  const chosenStep = only === null ? undefined : flow.steps.get(only)
  const marks = useMemo(() => ({ errors: problems.byStep, lit }), [problems, lit])
  const asked = find.trim().toLocaleLowerCase()
  const found = useMemo(
    () => (asked === '' ? [] : ordered.filter((step) => matches(step, asked, words.typeOf(step.type).title))),
    [asked, ordered, words],
  )

  /** Chooses a step and brings it into sight. */
  const goTo = (id: number, isFocused = false): void => {
    choose(new Set([id]))
    const node = getNode(String(id))
    if (node)
      void setCenter(
        node.position.x + (node.measured?.width ?? 250) / 2,
        node.position.y + (node.measured?.height ?? 120) / 2,
        { zoom: Math.max(getZoom(), 0.6) },
      )
    // What was out of sight is drawn in the frame after.
    if (isFocused) requestAnimationFrame(() => requestAnimationFrame(() => focusStep(id)))
  }
  const form = useStepForm(open, { flow, words, placeForNew: drawing.placeForNew, choose, goTo, onRoom: setRoom })
  const toFound = (back: boolean): void => {
    if (found.length === 0) return
    const at = found.findIndex(({ id }) => id === only)
    const next = found[at === -1 ? 0 : (at + (back ? found.length - 1 : 1)) % found.length]
    if (next) goTo(next.id)
  }
  const target = (): number | null => focusedStep() ?? only
  useFlowKeys(
    {
      onNew: () => form.showMenu(document.querySelector('[data-new-step]')),
      onFind: () => findBox.current?.focus(),
      onOpen: form.open,
      onConnect: () => setConnecting({ from: target() }),
      onRemove: () => {
        const focused = focusedStep()
        void drawing.remove(
          chosen.size === 0 && drawing.chosenEdges.size === 0 && focused !== null ? [focused] : undefined,
        )
      },
      onUndo: store.undo,
      onRedo: store.redo,
      onCopy: () => drawing.copy(focusedStep()),
      onPaste: drawing.paste,
      onAll: () => choose(new Set(flow.steps.keys())),
      onNone: () => choose(new Set()),
      onStep: (by) => {
        const at = ordered.findIndex(({ id }) => id === target())
        const next = ordered[at === -1 ? 0 : Math.min(Math.max(at + by, 0), ordered.length - 1)]
        if (next) goTo(next.id, true)
      },
      onArrange: () => void drawing.arrange(),
      onTry: () => setRoom('try'),
    },
    { mayEdit, chosen: only },
  )

  const { opened, menu } = form
  const panel = room === 'canvas' && !phone ? 'outline' : room
  const rooms: [Room, string][] = [
    ...(phone ? [['canvas', say('bots.flow.canvas')] satisfies [Room, string]] : []),
    ['outline', say('bots.flow.steps')],
    ['step', say('bots.flow.step')],
    [
      'problems',
      problems.all.length === 0 ? say('bots.flow.problems') : `${say('bots.flow.problems')} (${problems.all.length})`,
    ],
    ...(mayEdit
      ? [
          ['try', say('bots.flow.try')] satisfies [Room, string],
          ['replay', say('bots.flow.replay')] satisfies [Room, string],
        ]
      : []),
  ]
  const canvas = (
    <Canvas
      store={store}
      flow={flow}
      channel={channel}
      marks={marks}
      litEdges={litEdges}
      chosen={chosen}
      chosenEdges={drawing.chosenEdges}
      mayEdit={mayEdit}
      isWhole={drawing.isWhole}
      onChosen={choose}
      onChosenEdges={drawing.chooseEdges}
      onOpen={form.open}
      onDropped={form.dropped}
    />
  )
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: 'var(--page-height)', minHeight: 0 }}>
      <FlowHeader
        bot={publishing.bot}
        status={status}
        people={others.people}
        mayEdit={mayEdit}
        busy={publishing.busy}
        onRetry={store.retry}
        onPublish={() => void publishing.publish()}
      />
      {others.isGone && <Alert severity="error">{say('bots.flow.gone')}</Alert>}
      <LeaveGuard isDirty={status === 'failed'} />
      <Toolbar
        mayEdit={mayEdit}
        canUndo={canUndo}
        canRedo={canRedo}
        canCopy={chosen.size > 0}
        canPaste={drawing.hasCopied}
        canConnect={chosenStep !== undefined && drawnExits(chosenStep).length > 0}
        canRemove={chosen.size > 0 || drawing.chosenEdges.size > 0}
        isEmpty={flow.steps.size === 0}
        isDrawn={!phone || room === 'canvas'}
        find={find}
        findRef={findBox}
        onFind={setFind}
        onNextFound={toFound}
        found={asked === '' ? '' : say('bots.flow.found', { smart_count: found.length })}
        onNew={form.showMenu}
        onUndo={store.undo}
        onRedo={store.redo}
        onCopy={() => drawing.copy()}
        onPaste={drawing.paste}
        onConnect={() => setConnecting({ from: only })}
        onRemove={() => void drawing.remove()}
        onArrange={() => void drawing.arrange()}
        onPicture={(format) => void drawing.picture(format)}
      />
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex' }}>
        {!phone && (
          <Box
            component="section"
            aria-label={say('bots.flow.canvas')}
            sx={{ flex: 1, minWidth: 0, position: 'relative' }}
          >
            {canvas}
          </Box>
        )}
        <Rooms room={panel} rooms={rooms} onRoom={setRoom} isWide={panel === 'step' && opened !== null}>
          {panel === 'canvas' && canvas}
          {panel === 'outline' && (
            <Outline
              flow={flow}
              problems={problems}
              chosen={chosen}
              find={find}
              mayEdit={mayEdit}
              onChoose={goTo}
              onOpen={form.open}
              onConnect={(from) => setConnecting({ from })}
              onRemove={(id) => void drawing.remove([id])}
            />
          )}
          {/* What is typed in a form stays while another room is looked at. */}
          <Box hidden={panel !== 'step'}>
            {opened === null && <Box sx={{ p: 2, color: 'text.secondary' }}>{say('bots.flow.no_step')}</Box>}
            <StepForms form={form} ids={ids} own={own} />
          </Box>
          {panel === 'problems' && <ProblemList problems={problems} flow={flow} onOpen={form.open} />}
          {panel === 'try' && <TryPanel trial={trial} hasFirst={flow.first !== null} />}
          {panel === 'replay' && <ReplayPanel replay={replay} flow={flow} ids={ids} />}
        </Rooms>
      </Box>
      {menu && <NewStepMenu at={menu.at} types={words.types} onChoose={form.begin} onClose={form.closeMenu} />}
      {connecting && (
        <ConnectDialog
          flow={flow}
          from={connecting.from}
          onConnect={(change) => store.edit(change, 'connect')}
          onClose={() => setConnecting(null)}
        />
      )}
      {drawing.dialog}
    </Box>
  )
}
