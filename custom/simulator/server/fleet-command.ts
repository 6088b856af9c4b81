import type { Command } from '#engine/server'
import { makeTally, type TallyLine } from '../model/tally'
import { fleetOptions } from './fleet-options'
import { runFleet } from './run-fleet'

const HEADS = ['call', 'sent', '/s', 'answered', 'refused', 'failed', 'median ms', 'p99 ms', 'max ms'] as const

/** The tally as a table for a terminal. */
function tallyTable(lines: readonly TallyLine[], seconds: number): string {
  const ms = (value: number | null): string => (value === null ? '-' : value.toFixed(1))
  const rows = [
    HEADS,
    ...lines
      .toSorted((a, b) => b.sent - a.sent)
      .map(({ kind, sent, answered, refused, failed, median_ms, p99_ms, most_ms }) =>
        [
          kind,
          sent,
          (sent / Math.max(seconds, 0.001)).toFixed(1),
          answered,
          refused,
          failed,
          ms(median_ms),
          ms(p99_ms),
          ms(most_ms),
        ].map(String),
      ),
  ]
  const wide = HEADS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const text = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(wide[column] ?? 0) : cell.padStart(wide[column] ?? 0)))
      .join('  '),
  )
  return [`In ${seconds.toFixed(0)} s:`, ...text].join('\n')
}

/**
 * `fleet [--url --drivers --callers --first --speed --every | --rate --poll --for --accept --reject --silent --release
 * --late --noShow --panic --pause --forward --seed --accounts --password --quiet]`: drivers who log in, drive about,
 * answer requests and drive rides, and people who ring for rides, until `--for` seconds are over or it is stopped; then
 * it prints how each kind of call went.
 */
export const fleetCommand: Command = async ({ args, log }) => {
  const { url, drivers, callers, for_s, quiet } = fleetOptions(args)
  const stopping = new AbortController()
  const stop = (): void => {
    stopping.abort()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Next to a server: the fleet ends with it, however that ends.
  process.once('disconnect', stop)
  const timer = for_s === null ? undefined : setTimeout(stop, for_s * 1000)
  const tally = makeTally()
  const began = performance.now()
  const came = await runFleet({ url, drivers, callers, tally, log: quiet ? () => {} : log, signal: stopping.signal })
  clearTimeout(timer)
  if (!quiet) log(tallyTable(tally.lines(), (performance.now() - began) / 1000))
  return came > 0 ? 0 : 1
}
