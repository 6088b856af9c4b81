import type { JsonObject } from '../../../model/json'
import { useSay } from '../../../ui/show/style'
import { useTaking } from './use-people'

/** The title of the tab of comments, with their number. */
export default function CommentCount({ record }: { record: JsonObject }) {
  const say = useSay()
  const count = useTaking(record).answer?.comments ?? 0
  return <>{count === 0 ? say('people.comments') : say('people.comments_count', { smart_count: count })}</>
}
