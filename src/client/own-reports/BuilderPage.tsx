import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, useNotify, useTranslate } from 'react-admin'
import { useMemo, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { FailedNotice } from '../console/FailedNotice'
import type { JsonObject } from '../../model/json'
import type { Model } from '../../model/model'
import { OWN_REPORTS, ownReportPath } from '../../model/own-report'
import {
  listOwnReportsCall,
  ownReportPageCall,
  previewOwnReportCall,
  saveOwnReportCall,
} from '../../model/own-report-calls'
import { ChoiceSelect } from '../../ui/inputs/ChoiceSelect'
import { TextBox } from '../../ui/inputs/TextBox'
import { Notice } from '../../ui/show/Notice'
import { usePageTitle } from '../../ui/show/page-title'
import { useConsole } from '../console/console'
import { useProvider } from '../console/provider'
import { useAsked } from '../console/use-asked'
import { useCall } from '../console/use-call'
import { LeaveGuard } from '../form/leave-guard'
import { PageLoading } from '../layout/PageLoading'
import { errorsIn, failureText } from '../provider/failure'
import { BlockForm } from './BlockForm'
import { BlockTabs } from './BlockTabs'
import {
  reportDraftOf,
  firstBlock,
  newDraft,
  FIRST_PERIODS,
  reportPeriod,
  writtenDefinition,
  type ReportDraft,
} from './definition-draft'
import { ReportPreview } from './ReportPreview'
import { ShareForm } from './ShareForm'
import { useReportWords } from './use-words'

/** Makes a report, or changes one of one's own. */
export default function BuilderPage() {
  const { id } = useParams()
  return id === undefined ? <NewReport /> : <SavedReport key={id} id={Number(id)} />
}

function NewReport() {
  const { state } = useLocation()
  const [first] = useState(() => newDraft(state))
  return <Builder first={first} />
}

function SavedReport({ id }: { id: number }) {
  const translate = useTranslate()
  const { answer, failure, retry } = useCall(ownReportPageCall, { id })
  if (failure !== null)
    return <FailedNotice page title={translate('report.failed')} failure={failure} onRetry={retry} />
  if (!answer) return <PageLoading />
  if (!answer.definition)
    return (
      <Notice
        page
        icon="locked"
        title={translate('own_reports.not_own')}
        text={translate('own_reports.not_own_text')}
      />
    )
  return <Builder first={reportDraftOf(answer)} saved={{ id, version: answer.item.version }} />
}

/** Typing and choosing rest this long before the numbers are counted anew. */
const PAUSE_MS = 350
const MAX_NAME = 80

function Builder({ first, saved }: { first: ReportDraft; saved?: { readonly id: number; readonly version: number } }) {
  const translate = useTranslate()
  const provider = useProvider()
  const navigate = useNavigate()
  const notify = useNotify()
  const { model } = useConsole()
  const { answer: shares } = useCall(listOwnReportsCall, {}, { quiet: true })
  const [draft, setDraft] = useState(first)
  const [at, setAt] = useState(0)
  const [refused, setRefused] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const title = translate(saved ? 'own_reports.edit_title' : 'own_reports.new_title')
  usePageTitle(title, 0)
  const words = useReportWords()
  const { title: titleOf } = words
  const definition = useMemo(() => writtenDefinition(draft, words), [draft, words])
  const isEmpty = draft.blocks.every(({ of }) => model.resources[String(of)] === undefined)
  const begun = useMemo(() => begunBlocks(definition, model), [definition, model])
  const preview = useAsked(
    previewOwnReportCall,
    isEmpty ? null : { definition: begun.definition, query: COMPARED },
    PAUSE_MS,
  )
  const errors = { ...begun.errors(errorsIn(preview.failure)), ...errorsIn(refused) }
  const block = draft.blocks[at] ?? draft.blocks[0]
  const put = (change: Partial<ReportDraft>): void => {
    setRefused(null)
    setDraft((now) => ({ ...now, ...change }))
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const { id, msg } = await provider.call(saveOwnReportCall, {
        ...(saved && { id: saved.id, version: saved.version }),
        name: draft.name,
        shared: draft.shared,
        roles: [...draft.roles],
        definition,
      })
      notify(msg, { type: 'success' })
      void navigate(`/${ownReportPath(id)}`, { state: { saved: true } })
    } catch (error) {
      setRefused(error)
      setBusy(false)
    }
  }
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      sx={{ p: { xs: 1.5, md: 2 }, display: 'flex', flexDirection: 'column', gap: 1.5, maxWidth: 1600, minWidth: 0 }}
    >
      {!busy && <LeaveGuard isDirty={isDirty} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="h1" sx={{ flex: '1 1 240px' }}>
          {title}
        </Typography>
        <Button component={LinkBase} to={saved ? `/${ownReportPath(saved.id)}` : `/${OWN_REPORTS}`} color="inherit">
          {translate('own_reports.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy} disabled={isEmpty}>
          {translate('own_reports.save')}
        </Button>
      </Stack>
      {refused !== null && refused !== undefined && (
        <Alert severity="error">{errors.definition ?? failureText(refused, translate)}</Alert>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: '380px minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Stack sx={{ gap: 1.5, minWidth: 0 }}>
          <Paper variant="outlined" sx={CARD}>
            <TextBox
              source="name"
              label={translate('own_reports.name')}
              text={draft.name}
              onText={(name) => put({ name })}
              required
              disabled={false}
              maxLength={MAX_NAME}
              error={errors.name}
            />
            <ChoiceSelect
              source="days"
              label={translate('own_reports.days')}
              value={reportPeriod(draft.days)}
              required
              disabled={false}
              error={errors.days}
              options={Object.keys(FIRST_PERIODS).map((value) => ({
                value,
                label: translate(`own_reports.periods.${value}`),
              }))}
              onChange={(period) => put({ days: FIRST_PERIODS[period] ?? {} })}
            />
            {shares?.may_share && (
              <ShareForm
                shared={draft.shared}
                roles={draft.roles}
                choices={shares.roles}
                error={errors.roles}
                onChange={put}
              />
            )}
          </Paper>
          <Paper variant="outlined" sx={CARD}>
            <BlockTabs
              blocks={draft.blocks}
              at={at}
              titleOf={(one) => (typeof one.title === 'string' && one.title !== '' ? one.title : titleOf(one))}
              wrong={(place) => Object.keys(errors).some((key) => key.startsWith(`blocks.${place}.`))}
              onChoose={setAt}
              onAdd={() => {
                put({ blocks: [...draft.blocks, firstBlock(draft.blocks, String(block?.of ?? ''))] })
                setAt(draft.blocks.length)
              }}
              onMove={(from, to) => {
                put({ blocks: moved(draft.blocks, from, to) })
                setAt(to)
              }}
              onRemove={(place) => {
                put({ blocks: draft.blocks.filter((_one, other) => other !== place) })
                setAt(Math.max(0, place - 1))
              }}
            />
            {block && (
              <BlockForm
                key={String(block.id)}
                block={block}
                errors={(key) => errorAt(errors, `blocks.${at}.${key}`)}
                onChange={(next) => put({ blocks: draft.blocks.map((one, place) => (place === at ? next : one)) })}
              />
            )}
          </Paper>
        </Stack>
        <ReportPreview preview={preview} isEmpty={isEmpty} />
      </Box>
    </Box>
  )
}

const CARD = { p: 1.5, display: 'flex', flexDirection: 'column', gap: 1.5 } as const

const COMPARED: JsonObject = { compare: 1 }

/** The blocks whose catalogue is chosen, and mistakes at their places among all of them. */
function begunBlocks(
  definition: JsonObject,
  { resources }: Model,
): { readonly definition: JsonObject; readonly errors: (found: Errors) => Errors } {
  const places = (definition.blocks as readonly JsonObject[]).flatMap(({ of }, place) =>
    resources[String(of)] ? [place] : [],
  )
  return {
    definition: {
      ...definition,
      blocks: places.map((place) => (definition.blocks as readonly JsonObject[])[place] ?? {}),
    },
    errors: (found) =>
      Object.fromEntries(
        Object.entries(found).map(([key, sentence]) => [
          key.replace(/^blocks\.(\d+)/, (_all, place: string) => `blocks.${places[Number(place)] ?? place}`),
          sentence,
        ]),
      ),
  }
}

type Errors = { readonly [key: string]: string }

/** The sentence at a key, or at a place below it. */
const errorAt = (errors: Errors, key: string): string | undefined =>
  errors[key] ?? Object.entries(errors).find(([place]) => place.startsWith(`${key}.`))?.[1]

function moved(blocks: readonly JsonObject[], from: number, to: number): readonly JsonObject[] {
  const rest = blocks.filter((_one, place) => place !== from)
  return [...rest.slice(0, to), ...blocks.slice(from, from + 1), ...rest.slice(to)]
}
