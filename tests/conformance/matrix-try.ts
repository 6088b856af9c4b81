import type { Bench, Kind } from './matrix-kind'
import { idleWrites, ownWrites } from './matrix-own-writes'
import { reads } from './matrix-reads'
import { refusedWrites } from './matrix-refused-writes'
import { fingerprint } from './matrix-rows'
import type { Situation } from './matrix-situation'

/** Writes that must change nothing. */
export const IDLE = [...refusedWrites, ...idleWrites]

/** Every kind of call there is, in the order in which an account tries them. */
export const KINDS: readonly Kind[] = [...reads, ...IDLE, ...ownWrites]

/**
 * Tries some kinds of call as one account; of the writes that must change nothing the catalogue tells that none did.
 */
export async function tryKinds(chosen: readonly Kind[], at: Situation, bench: Bench): Promise<void> {
  const those = (kinds: readonly Kind[]) => chosen.filter((kind) => kinds.includes(kind))
  for (const kind of those(reads)) await kind.run(at, bench)
  const idle = those(IDLE)
  const before = idle.length > 0 ? await fingerprint(bench.database, at.resource) : ''
  for (const kind of idle) await kind.run(at, bench)
  if (idle.length > 0 && (await fingerprint(bench.database, at.resource)) !== before)
    bench.caller.wrong.push(
      `${at.account.name}: ${at.resource.name} was changed by one of these: ${idle.map(({ name }) => name).join(', ')}`,
    )
  for (const kind of those(ownWrites)) await kind.run(at, bench)
}
