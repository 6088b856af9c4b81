import type { Static, TSchema } from 'typebox'
import { AppError } from '../../model/errors'
import type { CallContract } from '../../model/call'
import type { JsonObject } from '../../model/json'
import { takesPart } from '../../model/rights/house'
import { shapeOf } from '../language/feature/shape'
import { success } from '../platform/answers/envelope'
import { queryValues, requestErrors } from './read-request'
import type { RecordContext } from '../records/record-context'
import { peopleCalls } from '../../model/people-calls'
import { countComments, listComments } from '../work/people/comments'
import { followingOf, setFollowing } from '../work/people/followers'
import { mentionable } from '../work/people/mentions'
import { assertTakesPart } from '../records/takes-part'
import { recordAt } from '../work/people/record-at'
import { retag } from '../work/people/retag'
import { changeTag, listTags, mergeTags, removeTag } from '../work/people/tag-pool'
import { addComment, changeComment, removeComment } from '../work/people/write-comments'

type Answer = (context: RecordContext, input: JsonObject) => Promise<object>
type Answers = { readonly [method: string]: Answer }

// The contracts of all catalogues are alike but for their paths.
const calls = peopleCalls('')

/** Checks a request against its contract and answers it; API keys make none of these calls. */
function served<Req extends TSchema, Res extends TSchema>(
  contract: CallContract<Req, Res>,
  work: (context: RecordContext, input: Static<Req>) => Promise<Static<Res>>,
): Answer {
  const request = shapeOf(contract.request)
  return async (context, given) => {
    if (context.actor.key) throw new AppError('FORBIDDEN', { say: 'errors.key_call' })
    const input: unknown = contract.method === 'GET' ? queryValues(contract.request, given) : given
    if (!request.fits(input)) throw new AppError('VALIDATION', { errors: requestErrors(request.errors(input)) })
    return success((await work(context, input)) as object)
  }
}

const retagged: Answer = async (context, input) => {
  if (context.actor.key) throw new AppError('FORBIDDEN', { say: 'errors.key_call' })
  return success(await retag(context, input))
}

/** Calls below the endpoint of a catalogue. */
const OF_ALL: { readonly [path: string]: Answers } = {
  tags: { GET: served(calls.tags, listTags) },
  retag: { POST: retagged },
  'tags/change': { POST: served(calls.changeTag, changeTag) },
  'tags/merge': { POST: served(calls.mergeTags, mergeTags) },
  'tags/remove': { POST: served(calls.removeTag, removeTag) },
}

/** Their names, none of which can be a record's id. */
export const PEOPLE_CALLS: readonly string[] = Object.keys(OF_ALL).map((path) => path.split('/')[0] ?? path)

/** Calls below the address of a record. */
const OF_ONE: { readonly [path: string]: Answers } = {
  people: { GET: served(calls.people, (context, { id }) => peopleAt(context, id)) },
  comments: { GET: served(calls.comments, listComments), POST: served(calls.comment, addComment) },
  'comments/change': { POST: served(calls.changeComment, changeComment) },
  'comments/remove': { POST: served(calls.removeComment, removeComment) },
  'comments/people': {
    GET: served(calls.mentionable, async (context, { id, q = '', internal = 1 }) => {
      const at = await recordAt(context, 'comments', id)
      return {
        items: await mentionable(
          context,
          at,
          q,
          at.isHouse && (context.resource.comments !== 'everyone' || internal === 1),
        ),
      }
    }),
  },
  follow: { POST: served(calls.follow, (context, { id }) => setFollowing(context, id, true)) },
  unfollow: { POST: served(calls.unfollow, (context, { id }) => setFollowing(context, id, false)) },
}

/**
 * How many people take part in a record, by what its catalogue has.
 * @throws {AppError} NOT_FOUND where it has neither comments nor followers
 */
async function peopleAt(
  context: RecordContext,
  id: number | string,
): Promise<{ comments: number | null; followers: number | null; follows: boolean }> {
  const {
    resource,
    actor,
    model: {
      application: { scopes },
    },
  } = context
  const has = (part: 'comments' | 'follow'): boolean => takesPart(scopes, actor, resource, part)
  if (!has('comments') && !has('follow')) assertTakesPart(context, resource.comments ? 'comments' : 'follow')
  const at = await recordAt(context, has('comments') ? 'comments' : 'follow', id)
  const following = has('follow') ? await followingOf(context, at) : null
  return {
    comments: has('comments') ? await countComments(context, at) : null,
    followers: following?.followers ?? null,
    follows: following?.follows ?? false,
  }
}

/** The calls of a path below an endpoint that are about people around records; null: it is none of them. */
export function peopleAnswers({ resource }: RecordContext, rest: string): Answers | null {
  if (!resource.comments && !resource.follow && !resource.tags) return null
  if (Object.hasOwn(OF_ALL, rest)) return OF_ALL[rest] ?? null
  const [, own, name = ''] = /^([^/]+)\/(.+)$/.exec(rest) ?? []
  const found = Object.hasOwn(OF_ONE, name) ? OF_ONE[name] : undefined
  if (own === undefined || !found) return null
  return Object.fromEntries(
    Object.entries(found).map(([method, answer]) => [
      method,
      (context: RecordContext, input: JsonObject) => answer(context, { ...input, id: own }),
    ]),
  )
}
