import Papa from 'papaparse'
import type { LatLng } from '../../../model/lat-lng'
import { pause } from './pause'
import { drivenKmh } from './speeds'
import type { StreetEdge } from './street-graph'

const NEEDED = ['from_node', 'to_node', 'lat1', 'lon1', 'lat2', 'lon2'] as const
/** What osm2po and pgRouting write as the cost of a way that may not be driven. */
const CLOSED = 1_000_000

/**
 * Street segments as a table, a row each: from_node, to_node, lat1, lon1, lat2, lon2 and, where known, name, kmh (what is allowed),
 * cost_h and reverse_cost_h (1000000: not in this direction).
 * @throws {Error} with a sentence, when it is another table
 */
export async function readSegments(text: string): Promise<readonly StreetEdge[]> {
  const { data, meta } = Papa.parse<{ readonly [column: string]: string | undefined }>(text, { header: true, skipEmptyLines: true })
  const missing = NEEDED.filter((name) => !meta.fields?.includes(name))
  if (missing.length > 0) throw new Error(`its first row has no column ${missing.join(', ')}`)
  const edges: StreetEdge[] = []
  for (const [i, row] of data.entries()) {
    if (i % 2_000 === 1_999) await pause()
    const first: LatLng = [degrees(row['lat1']), degrees(row['lon1'])]
    const last: LatLng = [degrees(row['lat2']), degrees(row['lon2'])]
    if (![...first, ...last].every(Number.isFinite) || !row['from_node'] || !row['to_node']) throw new Error(`row ${i + 2} has no place`)
    const [ahead, back] = [isOpen(row['cost_h']), isOpen(row['reverse_cost_h'])]
    if (!ahead && !back) continue
    const [a, b] = [`n${row['from_node']}`, `n${row['to_node']}`]
    edges.push({
      from: ahead ? a : b, to: ahead ? b : a, points: ahead ? [first, last] : [last, first], both_ways: ahead && back,
      name: row['name']?.trim() || null, kmh: drivenKmh(row['kmh'] ? Number(row['kmh']) : null),
    })
  }
  return edges
}

const degrees = (cell: string | undefined): number => (cell ? Number(cell) : NaN)
const isOpen = (cost: string | undefined): boolean => !cost || Number(cost) < CLOSED
