import { compareRules } from '../../custom/past/model/shadow/compare-rules'
import { madeDay, realDay, RULE } from '../model/shadow-fixture'
import { atMost, type Bench } from './bench'

const MAX_S = 30

/** A past day driven again by two rules, all drives of both: what an operator waits for before they change a rule. */
export function shadow({ tell, quick }: Pick<Bench, 'tell' | 'quick'>): Promise<void> {
  const rides = quick ? 1000 : 5000
  const { day, real } = realDay(madeDay(3, rides, 300), RULE, 1)
  const other = { ...RULE, radius_m: 5000, fairness_s_per_min: 10 }
  const began = performance.now()
  compareRules(day, real, { own: RULE, other }, { late_s: 300, hourOf: (ms) => new Date(ms).getUTCHours() })
  const seconds = (performance.now() - began) / 1000
  tell(`a day of ${rides} rides by two rules`, `${seconds.toFixed(1)} s`, atMost(seconds, MAX_S, ' s'))
  return Promise.resolve()
}
