import { type Actor, AppError } from '#engine/model'
import { type CallContext, callLimit } from '#engine/server'

const CLIENT = '3'

/**
 * Public calls of a page a minute, by who makes them: a carrier puts many phones behind one address, and places cost
 * money.
 */
const MAX_ASKED = { looks: 300, places: 120, fares: 60 } as const
/** The same of all visitors of a widget. */
const OF_WIDGET = 20
const countCall = callLimit('widgets.too_many')

/** @throws {AppError} TOO_MANY with `retry_s` */
export function countVisit({ db, network, now }: CallContext, kind: keyof typeof MAX_ASKED, id_widget: number): void {
  countCall(db, `${kind} network ${network}`, now(), MAX_ASKED[kind])
  countCall(db, `${kind} widget ${id_widget}`, now(), MAX_ASKED[kind] * OF_WIDGET)
}

/** Calls of a page that are of no widget. @throws {AppError} TOO_MANY with `retry_s` */
export const countVisitorCall = ({ db, network, now }: CallContext): void =>
  countCall(db, `looks network ${network}`, now(), MAX_ASKED.looks)

/**
 * Whoever looks, as somebody unknown: what the page shows before the log-in is the same for an operator who tries it.
 */
export function asVisitor(context: CallContext): CallContext {
  const { language } = context.actor
  const actor: Actor = { id: 0, root: false, operator: false, language, scopes: {}, rights: {}, facts: { language } }
  return { ...context, actor }
}

/** Calls of one client in a minute, whatever they are. */
const MAX_CALLS = 300

/** @throws {AppError} FORBIDDEN for a session that is none of a client's; TOO_MANY */
export function requireClient({ actor, db, now }: Pick<CallContext, 'actor' | 'db' | 'now'>): void {
  if (actor.facts['type_user'] !== CLIENT) throw new AppError('FORBIDDEN', { say: 'widgets.clients_only' })
  countCall(db, `client ${actor.id}`, now(), MAX_CALLS)
}

/** A company's people book by its rules: whoever may not book there may not book here. */
export const mayBook = ({ actor: { facts, rights } }: Pick<CallContext, 'actor'>): boolean =>
  (facts['id_company'] ?? null) === null || rights['dispatcher']?.edit === true

/** @throws {AppError} FORBIDDEN */
export function requireBooker(context: Pick<CallContext, 'actor' | 'db' | 'now'>): void {
  requireClient(context)
  if (!mayBook(context)) throw new AppError('FORBIDDEN', { say: 'widgets.company_refuses' })
}
