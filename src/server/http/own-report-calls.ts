import type { FastifyInstance } from 'fastify'
import { AppError } from '../../model/errors'
import {
  keepOwnReportCall,
  listOwnReportsCall,
  ownReportPageCall,
  previewOwnReportCall,
  removeOwnReportCall,
  saveOwnReportCall,
} from '../../model/own-report-calls'
import { MAX_OWN_REPORTS, OWN_REPORTS } from '../../model/own-report'
import type { Model } from '../../model/model'
import { requireRight } from '../work/accounts/require-actor'
import { refuseMethods } from '../platform/answers/refuse-methods'
import { serveCall, type CallContext, type ServerCall } from '../language/feature/call'
import { assertThemselves } from '../work/people/record-at'
import { answerReport } from '../work/reports/answer-report'
import type { Asking } from '../work/reports/block-context'
import { askingOf, sendReport } from './report-call'
import { readReportQuery } from '../work/reports/report-query'
import type { Runtime } from '../language/runtime'
import { lostBlocks, readStored, visibleTo, writtenReport } from '../work/own-reports/read-definition'
import { readerZone } from '../work/own-reports/reader'
import { sendWhole } from '../work/own-reports/whole-report'
import {
  keepReport,
  mayShare,
  removeReport,
  roleChoices,
  saveReport,
  type Asker,
} from '../work/own-reports/save-report'
import { reportItem, openReport, openReports, type StoredReport } from '../work/own-reports/stored-report'

/**
 * Reports that people make themselves: the list of those they may open, one as a page, and what they keep, share and
 * have mailed.
 */
export function ownReportCalls(runtime: Runtime): readonly ServerCall[] {
  const askingOf = ({ actor, settings, session, platform, now }: CallContext): Asking => ({
    runtime,
    model: runtime.model(),
    actor,
    settings,
    now: now(),
    origin: { id_session: session.id, platform },
  })
  const askerOf = ({ actor, now }: CallContext): Asker => ({ model: runtime.model(), actor, now: now() })
  /** Nobody keeps anything in another's name. */
  const own = async (context: CallContext): Promise<Asker> => {
    await assertThemselves(askingOf(context))
    return askerOf(context)
  }

  return [
    serveCall(listOwnReportsCall, async (context) => {
      const { db, actor } = context
      const asker = askerOf(context)
      const items = (await openReports(db, asker.model, actor)).map((report) => reportItem(report, actor))
      return { items, may_share: mayShare(asker), roles: [...(await roleChoices(db, asker))], max: MAX_OWN_REPORTS }
    }),
    serveCall(ownReportPageCall, async ({ db, actor }, { id }) => {
      const stored = await openReport(db, runtime.model(), actor, id)
      if (!stored) throw new AppError('NOT_FOUND')
      const isOwn = stored.id_user === actor.id
      const read = readStored(runtime, stored)
      const report = visibleTo(runtime.model(), actor, read.report)
      const unseen = isOwn
        ? read.report.blocks.filter(({ id: block }) => !report.blocks.some((one) => one.id === block))
        : []
      return {
        item: reportItem(stored, actor),
        report,
        definition: isOwn ? stored.definition : null,
        roles: isOwn ? stored.roles : [],
        lost: [
          ...lostBlocks(runtime.words, actor.language, read, stored),
          ...unseen.map((block) => ({
            title: ('title' in block && block.title) || block.id,
            reason: runtime.words.say(actor.language, 'own_reports.unseen'),
          })),
        ],
      }
    }),
    serveCall(previewOwnReportCall, async (context, { definition, query = {} }) => {
      const asking = askingOf(context)
      const report = visibleTo(asking.model, asking.actor, writtenReport(asking.model, asking.actor, '-', definition))
      return {
        report,
        answer: await answerReport(
          asking,
          report,
          readReportQuery(report, query, String(asking.settings.timezone ?? 'UTC'), asking.now),
        ),
      }
    }),
    serveCall(saveOwnReportCall, async (context, input) => {
      const asker = await own(context)
      const id = await context.transaction((tx) => saveReport(tx, asker, input))
      return { id, msg: context.say('messages.saved') }
    }),
    serveCall(keepOwnReportCall, async (context, input) => {
      const asker = await own(context)
      const zone = await readerZone(runtime, asker.actor.id)
      await context.transaction((tx) => keepReport(tx, asker, input, zone))
      return { msg: context.say('messages.saved') }
    }),
    serveCall(removeOwnReportCall, async (context, { id }) => {
      const asker = await own(context)
      await context.transaction((tx) => removeReport(tx, asker, id))
      return { msg: context.say('own_reports.removed') }
    }),
  ]
}

/** `GET own_reports/:id`: the numbers of a saved report, as of any report; with `format` all of it as a file. */
export function registerOwnReports(app: FastifyInstance, runtime: Runtime): void {
  const url = `/api/admin/${OWN_REPORTS}/:id`
  app.get<{ Params: { id: string } }>(
    url,
    { exposeHeadRoute: false, config: { heavy: true } },
    async (request, reply) => {
      const actor = requireRight(request, OWN_REPORTS, 'see')
      const stored = await storedAt(runtime, runtime.model(), actor, request.params.id)
      const { report } = readStored(runtime, stored)
      const asking = await askingOf(runtime, actor, request)
      const { format, ...query } = request.query as { readonly format?: string }
      return format === undefined || format === ''
        ? sendReport(asking, report, query, request, reply)
        : sendWhole(asking, report, query, format, reply)
    },
  )
  refuseMethods(app, url, 'GET')
}

/** @throws {AppError} NOT_FOUND */
async function storedAt(runtime: Runtime, model: Model, actor: Asker['actor'], id: string): Promise<StoredReport> {
  const stored = /^[1-9]\d{0,8}$/.test(id) ? await openReport(runtime.database.db, model, actor, Number(id)) : null
  if (!stored) throw new AppError('NOT_FOUND')
  return stored
}
