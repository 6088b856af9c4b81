import type { Command } from '#engine/server'
import { makeTally } from '../model/tally'
import { fleetOptions } from './fleet-options'
import { runFleet } from './run-fleet'
import { tallyTable } from './tally-table'

/**
 * `fleet [--url --drivers --callers --first --speed --every | --rate --poll --for --accept --reject --silent --release --noShow --panic --pause --forward
 * --seed --accounts --password --quiet]`: drivers who log in, drive about, answer requests and drive rides, and people who ring for rides, until `--for`
 * seconds are over or it is stopped; then how every kind of call went.
 */
export const fleetCommand: Command = async ({ args, log }) => {
  const { url, drivers, callers, for_s, quiet } = fleetOptions(args)
  const stopping = new AbortController()
  const stop = (): void => { stopping.abort() }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  // Beside a server: it goes with it, however that ends.
  process.once('disconnect', stop)
  const timer = for_s === null ? undefined : setTimeout(stop, for_s * 1000)
  const tally = makeTally()
  const began = performance.now()
  const came = await runFleet({ url, drivers, callers, tally, log: quiet ? () => {} : log, signal: stopping.signal })
  clearTimeout(timer)
  if (!quiet) log(tallyTable(tally.lines(), (performance.now() - began) / 1000))
  return came > 0 ? 0 : 1
}
