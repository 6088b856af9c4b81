import { isObject, type Json, type JsonObject } from '../json'
import { parseRule } from '../rules/parse-rule'
import { ruleOperands } from '../rules/rule-fields'
import { moveModule } from '../flow'
import type { Action, Resource, Tab } from '../resource'
import type { Rule } from '../rules/rule'
import { buildAsk } from './build-ask'
import { checkIcon } from './check-icon'
import { didYouMean } from '../values/did-you-mean'
import type { ErrorPlace } from './metadata-error'
import { checkSupplied, expandedNames, isFirst, shownField, type ResourceRoom } from './resource-room'

/** Actions that every module has, so their ids are taken. */
const EVERY_MODULE_HAS = ['edit', 'enable', 'disable', 'remove', 'create', 'export', 'resort', 'retag']

/** The tabs of a record's page; what a tab refers to is checked when all resources are known. */
export function buildTabs(json: JsonObject, room: ResourceRoom, place: ErrorPlace): Tab[] {
  const written = ((json.detail ?? {}) as JsonObject).tabs
  if (!Array.isArray(written)) return [{ kind: 'info' }, { kind: 'logs' }]
  const seen = new Set<string>()
  const papers = Object.keys((json.print ?? {}) as JsonObject)
  return written.flatMap((item: Json, i) => {
    const there = place.in('detail', 'tabs', i)
    return (
      (isObject(item) && item.print !== undefined
        ? infoOf(item, papers, seen, there)
        : tabOf(item, seen, room, there)) ?? []
    )
  })
}

/** The actions of a resource in addition to those every module has. */
export function buildActions(json: JsonObject, room: ResourceRoom, place: ErrorPlace): Action[] {
  if (!Array.isArray(json.actions)) return []
  const seen = new Set<string>()
  return json.actions.map((item: Json, i) => actionOf(item as JsonObject, seen, room, place.in('actions', i)))
}

/** The moves of the entity's flow as actions of a resource: each offered in the states it leads from. */
export function buildMoves(
  { endpoint, module }: Pick<Resource, 'endpoint' | 'module'>,
  room: ResourceRoom,
  place: ErrorPlace,
): Action[] {
  const { flow } = room.draft.entity
  return Object.entries(flow?.moves ?? {}).map(([id, move]): Action => {
    const isThere: Rule | null = flow?.field
      ? { operand: { kind: 'field', field: flow.field }, op: 'in', value: { kind: 'literal', value: [...move.from] } }
      : null
    const when = isThere && move.when ? { all: [isThere, move.when] } : (isThere ?? move.when)
    const ask = move.ask && buildAsk({ ...move.ask, ...(move.tone && { tone: move.tone }) }, room, place)
    return {
      id,
      on: move.on,
      title: move.title,
      icon: move.icon,
      needs: move.needs,
      move: true,
      ...(move.tone && { tone: move.tone }),
      ...(move.right !== undefined && module !== null && { module: moveModule(module, move.right) }),
      ...(when && { when }),
      call: { method: 'POST', path: `${endpoint}/${id}`, send: { id: 'id', version: 'version' } },
      confirm: move.confirm !== false,
      ...(typeof move.confirm === 'string' && { text: move.confirm }),
      ...(ask && { ask }),
      done: 'reload',
    }
  })
}

/** The page of a document is the document itself. */
function infoOf(
  { print, ...written }: JsonObject,
  papers: readonly string[],
  seen: Set<string>,
  place: ErrorPlace,
): Tab | null {
  if (written.tab !== 'info' || Object.keys(written).length > 1) {
    place.in('print').error('M003', 'only the tab "info" is a document. Remove it.')
    return null
  }
  const paper = String(print)
  if (!papers.includes(paper))
    place.in('print').error('M091', `no document "${paper}" under "print".${didYouMean(paper, papers)}`)
  return isFirst('info', seen, place.in('tab')) ? { kind: 'info', paper } : null
}

function tabOf(item: Json, seen: Set<string>, room: ResourceRoom, place: ErrorPlace): Tab | null {
  if (item === 'info' || item === 'logs' || item === 'comments')
    return isFirst(item, seen, place) ? { kind: item } : null
  const { when, columns, ...written } = item as JsonObject
  const { tab: id, title, resource, by, panel, screen } = written as { readonly [key: string]: string }
  if (!isFirst(id ?? '', seen, place.in('tab'))) return null
  if ((when !== undefined || written.lines !== undefined) && resource === undefined)
    return logsOf(written, when, room, place)
  if (columns !== undefined && resource === undefined) {
    place.in('columns').error('M003', 'only a tab of other records has columns. Remove them.')
    return null
  }
  const named = { id: id ?? '', ...(title !== undefined && { title }) }
  if (screen !== undefined && panel === undefined && resource === undefined) {
    checkSupplied(screen, room.known.screens ?? [], 'screen', place.in('screen'))
    return { kind: 'screen', ...named, screen, by: by ?? 'id' }
  }
  if (panel !== undefined && screen === undefined && resource === undefined && by === undefined) {
    checkSupplied(panel, room.known.panels, 'panel', place.in('panel'))
    return { kind: 'panel', ...named, panel }
  }
  if (panel === undefined && screen === undefined && resource !== undefined && by !== undefined)
    return {
      kind: 'resource',
      ...named,
      resource,
      by,
      ...(columns !== undefined && { columns: columns as readonly string[] }),
      ...(when !== undefined && { when: parseRule(when, room.rules, place.in('when')) }),
    }
  place.error('M003', 'a tab has either "resource" and "by", or "panel", or "screen". Write one of them.')
  return null
}

/**
 * Who reads the activity may be said by a rule, and how much of it is read at once; a panel or a screen has none,
 * because it knows itself when it has nothing to show.
 */
function logsOf(
  { lines, ...written }: JsonObject,
  when: Json | undefined,
  room: ResourceRoom,
  place: ErrorPlace,
): Tab | null {
  if (written.tab !== 'logs' || Object.keys(written).length > 1) {
    if (when !== undefined)
      place.in('when').error('M045', 'only the tab "logs" and tabs of other records have a rule. Remove it.')
    else place.in('lines').error('M045', 'only the tab "logs" has a number of lines. Remove it.')
    return null
  }
  const many = typeof lines === 'number' ? { lines } : {}
  if (when === undefined) return { kind: 'logs', ...many }
  const rule = parseRule(when, room.rules, place.in('when'))
  if (ruleOperands(rule).some(({ kind }) => kind !== 'user')) {
    place
      .in('when')
      .error(
        'M045',
        'who reads the activity is decided before there is a record. Ask of the user (`user.operator`) alone.',
      )
  }
  return { kind: 'logs', when: rule, ...many }
}

function actionOf(json: JsonObject, seen: Set<string>, room: ResourceRoom, place: ErrorPlace): Action {
  const id = String(json.id)
  if (EVERY_MODULE_HAS.includes(id))
    place.in('id').error('M013', `"${id}" is an action every module has. Choose another name.`)
  isFirst(id, seen, place.in('id'))
  const on = (json.on ?? ['row']) as Action['on']
  if (['call', 'go', 'open'].filter((key) => json[key] !== undefined).length !== 1) {
    place.error('M028', 'an action has either "call" or "go" or "open". Write one of them.')
  }
  if (json.call === undefined && on.includes('bulk')) {
    const what = json.go === undefined ? 'stand in one dialog' : 'go to one address'
    place.in('on').error('M028', `several records cannot ${what}. Offer it on "row" only.`)
  }
  if (json.open !== undefined) checkSupplied(String(json.open), room.known.dialogs ?? [], 'dialog', place.in('open'))
  if (on.includes('list')) checkOfList(json, on, place)
  for (const key of ['ask', 'done', 'confirm'] as const) {
    if (json[key] !== undefined && json.call === undefined)
      place.in(key).error('M028', `"${key}" belongs to a "call". Remove it.`)
  }
  const ask = buildAsk(json.ask, room, place.in('ask'))
  if (json.send !== undefined && json.call === undefined)
    place.in('send').error('M028', '"send" belongs to a "call". Remove it.')
  if (json.tells !== undefined && !ask)
    place.in('tells').error('M028', '"tells" says something in the question of an "ask". Add one, or remove it.')
  const [method, path = ''] = String(json.call ?? '').split(' ')
  return {
    id,
    on,
    ...(typeof json.title === 'string' && { title: json.title }),
    icon: iconOf(json, place),
    needs: json.needs === 'see' ? 'see' : 'edit',
    ...(typeof json.module === 'string' && { module: json.module }),
    ...(json.when !== undefined && { when: whenOf(json.when, on, room, place.in('when')) }),
    ...(json.call !== undefined && {
      call: {
        method: method === 'GET' ? 'GET' : 'POST',
        path,
        send: on.includes('list') ? {} : sendOf(json, room, place),
      },
    }),
    ...(typeof json.go === 'string' && { go: goOf(json.go, room, place.in('go')) }),
    ...(typeof json.open === 'string' && { open: json.open }),
    confirm: json.confirm === true,
    ...(ask && { ask }),
    ...(typeof json.tells === 'string' && { tells: json.tells }),
    done: json.done === 'stay' ? 'stay' : 'reload',
  }
}

/** A rule over the record; of an action on the whole list, which has none, over the user and the settings. */
function whenOf(json: Json, on: Action['on'], room: ResourceRoom, place: ErrorPlace): NonNullable<Action['when']> {
  const rule = parseRule(json, room.rules, place)
  if (on.includes('list') && ruleOperands(rule).some(({ kind }) => kind !== 'user' && kind !== 'setting')) {
    place.error('M028', 'a list has no record to ask about. Ask of the user or the settings, or remove "when".')
  }
  return rule
}

/** An action on the whole list has no record to look at. */
function checkOfList(json: JsonObject, on: Action['on'], place: ErrorPlace): void {
  if (on.length > 1)
    place
      .in('on')
      .error('M028', 'what is done with the whole list is another thing than with records. Write two actions.')
  if (json.send !== undefined) place.in('send').error('M028', 'a list has no record to send fields of. Remove "send".')
  if (typeof json.go === 'string' && json.go.includes('{'))
    place.in('go').error('M028', 'a list has no record to fill the address from.')
}

function sendOf(json: JsonObject, room: ResourceRoom, place: ErrorPlace): { readonly [name: string]: string } {
  const written = (json.send ?? ['id']) as readonly string[] | { readonly [name: string]: string }
  for (const [at, field] of Object.entries(written))
    checkShown(field, room, place.in('send', Array.isArray(written) ? Number(at) : at))
  return Array.isArray(written)
    ? Object.fromEntries(written.map((name: string) => [name, name]))
    : { ...(written as { readonly [name: string]: string }) }
}

function goOf(address: string, room: ResourceRoom, place: ErrorPlace): string {
  for (const [, name = ''] of address.matchAll(/\{([^{}]*)\}/g)) checkShown(name, room, place)
  return address
}

function checkShown(name: string, room: ResourceRoom, place: ErrorPlace): void {
  const expanded = expandedNames(room.entity)
  if (!expanded.includes(name)) shownField(name, room, place, expanded)
}

function iconOf({ icon }: JsonObject, place: ErrorPlace): string {
  checkIcon(icon, place.in('icon'))
  return String(icon ?? 'bolt')
}
