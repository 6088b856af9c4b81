import { Type } from 'typebox'
import { defineCall } from './call'
import type { JsonObject } from './json'
import { OWN_REPORTS, type OwnReportItem, type OwnReportPage } from './own-report'
import type { Report } from './report'
import type { ReportAnswer } from './report-answer'
import { Id } from './wire'

const sees = { module: OWN_REPORTS, right: 'see' } as const
const Anything = Type.Unsafe<JsonObject>(Type.Object({}, { additionalProperties: true }))
const Shared = Type.Union([Type.Literal('1'), Type.Literal('2'), Type.Literal('3')])

/** `GET own_reports`: those that the asker may open, and to whom they may give their own. */
export const listOwnReportsCall = defineCall({
  method: 'GET',
  path: OWN_REPORTS,
  access: sees,
  request: Type.Object({}),
  response: Type.Object({
    items: Type.Array(Type.Unsafe<OwnReportItem>(Type.Object({}))),
    may_share: Type.Boolean(),
    roles: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    max: Type.Integer(),
  }),
})

/** `GET own_reports/:id/page`: a report as the asker may draw it. */
export const ownReportPageCall = defineCall({
  method: 'GET',
  path: `${OWN_REPORTS}/:id/page`,
  access: sees,
  request: Type.Object({ id: Id }),
  response: Type.Unsafe<OwnReportPage>(Type.Object({})),
})

/** `POST own_reports/preview`: what a definition would show the asker now; nothing is kept. */
export const previewOwnReportCall = defineCall({
  method: 'POST',
  path: `${OWN_REPORTS}/preview`,
  access: sees,
  reads: true,
  heavy: true,
  request: Type.Object({ definition: Anything, query: Type.Optional(Anything) }),
  response: Type.Object({
    report: Type.Unsafe<Report>(Type.Object({})),
    answer: Type.Unsafe<ReportAnswer>(Type.Object({})),
  }),
})

/** `POST own_reports/save`: a new one, or with `id` and `version` a change of one's own. */
export const saveOwnReportCall = defineCall({
  method: 'POST',
  path: `${OWN_REPORTS}/save`,
  access: sees,
  request: Type.Object({
    id: Type.Optional(Id),
    version: Type.Optional(Type.Integer()),
    name: Type.String(),
    shared: Shared,
    roles: Type.Optional(Type.Array(Id, { maxItems: 100 })),
    definition: Anything,
  }),
  response: Type.Object({ id: Id, msg: Type.String() }),
})

/** `POST own_reports/keep`: on one's first page, and by mail at an hour of a weekday. */
export const keepOwnReportCall = defineCall({
  method: 'POST',
  path: `${OWN_REPORTS}/keep`,
  access: sees,
  request: Type.Object({
    id: Id,
    home: Type.Optional(Type.Boolean()),
    mail: Type.Optional(Type.Boolean()),
    weekday: Type.Optional(Type.Integer({ minimum: 1, maximum: 7 })),
    hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
  }),
  response: Type.Object({ msg: Type.String() }),
})

export const removeOwnReportCall = defineCall({
  method: 'POST',
  path: `${OWN_REPORTS}/remove`,
  access: sees,
  request: Type.Object({ id: Id }),
  response: Type.Object({ msg: Type.String() }),
})
