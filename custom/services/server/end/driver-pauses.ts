import { AppError } from '#engine/model'

type Pause = { readonly minutes: number }

/**
 * Holds a driver to what pauses can be: no longer together than the ride has lasted, in minutes begun.
 * @param started when the ride began; null: nobody knows, and nothing can be held against it
 * @throws {AppError} VALIDATION at `pauses`
 */
export function assertDriverPauses(told: readonly Pause[], started: Date | null, ended: Date): void {
  if (started === null) return
  const most = Math.max(0, Math.ceil((ended.getTime() - started.getTime()) / 60_000))
  const sum = told.reduce((minutes, pause) => minutes + pause.minutes, 0)
  if (sum <= most) return
  const params = { sum: Math.ceil(sum), most }
  throw new AppError('VALIDATION', { say: 'services.pauses_over', params, errors: { pauses: { key: 'services.pauses_over', params } } })
}
