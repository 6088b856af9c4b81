import type { LatLng } from '../../geometry/model'
import { pause } from './pause'
import { drivenKmh } from './speeds'
import type { StreetEdge } from './street-graph'
import { readXml, type XmlElement } from './read-xml'

/**
 * A street graph as GraphML: nodes with `x` and `y` (or `lon` and `lat`), edges with, where known, `name`, `highway`,
 * `maxspeed` and `geometry` (a LINESTRING of longitudes and latitudes), as OSMnx writes it.
 * @throws {Error} with a sentence, when it is something else
 */
export async function readGraphml(text: string): Promise<readonly StreetEdge[]> {
  const keys = new Map<string, string>()
  const places = new Map<string, LatLng>()
  const edges: StreetEdge[] = []
  let [seen, directed] = [0, false]
  for (const element of readXml(text, new Set(['node', 'edge']))) {
    if (++seen % 2_000 === 0) await pause()
    const {
      name,
      attributes: { id, source, target, edgedefault },
    } = element
    if (name === 'key' && id) keys.set(id, element.attributes['attr.name'] ?? '')
    if (name === 'graph') directed = edgedefault === 'directed'
    const data = (name === 'node' || name === 'edge') && dataOf(element, keys)
    if (!data) continue
    if (name === 'node') {
      const [lat, lng] = [
        Number(data['y'] ?? data['lat'] ?? NaN),
        Number(data['x'] ?? data['lon'] ?? data['lng'] ?? NaN),
      ]
      if (!id || !Number.isFinite(lat) || !Number.isFinite(lng)) throw new Error(`node ${id ?? ''} has no x and y`)
      places.set(id, [lat, lng])
      continue
    }
    const [from, to] = [places.get(source ?? ''), places.get(target ?? '')]
    if (!source || !target || !from || !to)
      throw new Error(`an edge joins unknown nodes: ${source ?? ''} and ${target ?? ''}`)
    edges.push({
      from: `n${source}`,
      to: `n${target}`,
      both_ways: !directed,
      name: first(data['name']),
      points: lineOf(data['geometry'], from, to),
      kmh: drivenKmh(allowedKmh(first(data['maxspeed'])), first(data['highway'])),
    })
  }
  if (edges.length === 0) throw new Error('it has no edges')
  return joined(edges)
}

const dataOf = ({ children }: XmlElement, keys: ReadonlyMap<string, string>): { readonly [name: string]: string } =>
  Object.fromEntries(children.map(({ attributes, text }) => [keys.get(attributes['key'] ?? '') ?? '', text]))

/** Several values of one street are written as a list: `['Calle A', 'Calle B']`. */
const first = (text: string | undefined): string | null =>
  text ? (/^\[['"](.*?)['"][,\]]/.exec(text)?.[1] ?? text) : null

function allowedKmh(text: string | null): number | null {
  const number = text === null ? NaN : Number.parseFloat(text)
  return Number.isFinite(number) ? number * (text?.includes('mph') ? 1.609344 : 1) : null
}

function lineOf(text: string | undefined, from: LatLng, to: LatLng): readonly LatLng[] {
  const inner = /^LINESTRING\s*\((.*)\)$/.exec(text ?? '')?.[1]
  if (!inner) return [from, to]
  const points = inner.split(',').map((pair): LatLng => {
    const [lng, lat] = pair.trim().split(/\s+/).map(Number)
    return [lat ?? NaN, lng ?? NaN]
  })
  if (!points.flat().every(Number.isFinite)) throw new Error(`a geometry cannot be read: ${text?.slice(0, 60) ?? ''}`)
  return points.length > 1 ? points : [from, to]
}

/**
 * The two directions of a street are two edges in such a file; here they are one, so that a vehicle on it may leave in
 * either direction.
 */
function joined(edges: readonly StreetEdge[]): readonly StreetEdge[] {
  const open = new Map<string, StreetEdge>()
  const shape = (points: readonly LatLng[]): string => points.map((point) => point.join(' ')).join()
  const kept = new Set<StreetEdge>()
  const both = new Set<StreetEdge>()
  for (const edge of edges) {
    const back = open.get(`${edge.to} ${edge.from} ${shape(edge.points.toReversed())}`)
    if (back && back !== edge && !both.has(back)) both.add(back)
    else {
      open.set(`${edge.from} ${edge.to} ${shape(edge.points)}`, edge)
      kept.add(edge)
    }
  }
  return [...kept].map((edge) => (both.has(edge) ? { ...edge, both_ways: true } : edge))
}
