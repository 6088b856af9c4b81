import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGraph, streetsOf } from '../../custom/streets/server/graph-file'
import { ownStreets } from '../../custom/streets/server/own-streets'
import { sharedData } from '../shared-data'

const fixtures = join(import.meta.dirname, '../fixtures')
const lima = sharedData('lima', 'the street graphs of others')

describe('a street graph in a file', () => {
  let made = ''
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'streets-'))
  })
  afterAll(() => rm(made, { recursive: true, force: true }))
  const put = async (name: string, text: string): Promise<string> => {
    await writeFile(join(made, name), text)
    return join(made, name)
  }

  test.each(['town.graphml', 'town.csv'])('is read whole: nodes, edges and one-ways of %s', async (file) => {
    const { ways, edges, source } = await readGraph(join(fixtures, file))
    expect(source).toBe(file)
    expect([ways.getNodesCount(), edges.length, edges.filter(({ both_ways }) => both_ways).length]).toEqual([
      20, 31, 17,
    ])
    const ends = (name: string) =>
      edges.filter((edge) => edge.name === name && !edge.both_ways).map(({ from, to }) => `${from} ${to}`)
    // Whichever way round the file has them.
    expect(ends('Calle Sauce')).toEqual(['n21 n22', 'n22 n23', 'n23 n24'])
    expect(ends('Calle Olmo')).toEqual(['n42 n41', 'n43 n42', 'n44 n43'])
    expect(ends('Calle Los Tilos').toSorted()).toEqual(['n12 n22', 'n22 n32', 'n32 n42', 'n42 n52'])
    expect(
      new Set(edges.map(({ name }) => name)).has(file === 'town.csv' ? 'Av. Molino, Sol' : 'Av. Molino & Sol'),
    ).toBe(true)
    // Nobody comes back from it.
    expect(edges.some(({ name }) => name === 'Salida')).toBe(false)
    expect(edges.find(({ name }) => name === 'Av. Mirador')?.kmh).toBeCloseTo(50 * 0.55, 6)
    expect(edges.filter(({ points }) => points.length === 3).map(({ name }) => name)).toEqual(
      file === 'town.csv' ? [] : ['Malecón', 'Malecón', 'Malecón'],
    )
  })

  test.skipIf(lima === null)('is read whole: nodes, edges and one-ways of real ones', async () => {
    const miraflores = await readGraph(join(lima!, 'miraflores_network.graphml'))
    expect(miraflores.ways.getNodesCount()).toBe(1_292)
    expect(miraflores.edges.some(({ both_ways }) => both_ways)).toBe(true)
    // Of 1,825 one-way edges some lie outside the part that is kept.
    expect(miraflores.edges.filter(({ both_ways }) => !both_ways).length).toBeGreaterThan(1_600)
    const city = await readGraph(join(lima!, 'lima_segments.csv'))
    expect(city.edges.length).toBeGreaterThan(16_000)
    expect(city.edges.filter(({ both_ways }) => !both_ways).length).toBeGreaterThan(6_000)
  })

  test('may be GraphML of any program', async () => {
    const graph = await readGraph(
      await put(
        'a.GRAPHML',
        `<?xml version="1.0"?><!-- made by hand -->
      <graphml><key id="la" for="node" attr.name="lat"/><key id="lo" for="node" attr.name="lon"/><key id="na" for="edge" attr.name="name"/>
      <key id="sp" for="edge" attr.name="maxspeed"/><key id="ge" for="edge" attr.name="geometry"/>
      <graph edgedefault="undirected"><node id="1"><data key="la">0</data><data key="lo">0</data></node>
      <node id="2"><data key="la">0</data><data key="lo">0.01</data></node>
      <edge source="1" target="2"><data key="na">['Calle A &amp; B', 'C']</data><data key="sp">25 mph</data>
      <data key="ge">LINESTRING (0 0, 0.005 0.001, 0.01 0)</data></edge></graph></graphml>`,
      ),
    )
    expect(graph.edges).toHaveLength(1)
    expect(graph.edges[0]).toMatchObject({
      name: 'Calle A & B',
      both_ways: true,
      points: [
        [0, 0],
        [0.001, 0.005],
        [0, 0.01],
      ],
    })
    expect(graph.edges[0]?.kmh).toBeCloseTo(25 * 1.609344 * 0.55, 6)
    expect(graph.source).toBe('a.GRAPHML')
  })

  test.each([
    ['b.graphml', '<graphml><graph>', /no whole XML/],
    ['c.graphml', '<!DOCTYPE x [<!ENTITY a "b">]><graphml/>', /no whole XML/],
    ['d.graphml', '<graphml><graph/></graphml>', /no edges/],
    ['e.graphml', '<graphml><graph><node id="1"/></graph></graphml>', /no x and y/],
    ['f.graphml', 'Av. Larco', /no whole XML/],
    ['g.csv', 'a,b\n1,2', /no column from_node/],
    ['h.csv', '', /no column/],
    ['i.csv', 'from_node,to_node,lat1,lon1,lat2,lon2\n1,2,x,0,0,0', /row 2 has no place/],
    ['j.csv', 'from_node,to_node,lat1,lon1,lat2,lon2,reverse_cost_h\n1,2,0,0,0,1,1000000', /leads anywhere and back/],
    ['k.txt', 'x', /none of/],
  ])('that is none is refused with the reason: %s', async (name, text, reason) => {
    await expect(readGraph(await put(name, text))).rejects.toThrow(reason)
  })

  test('that is not there leaves the own streets in force, and one that changes is read again', async () => {
    const own = await ownStreets()
    expect(await streetsOf({})).toBe(own)
    expect(await streetsOf({ map_graph_file: join(made, 'none.csv') })).toBe(own)
    const row = (node: number, name: string) => `from_node,to_node,lat1,lon1,lat2,lon2,name\n1,${node},0,0,0,1,${name}`
    const path = await put('town.csv', row(2, 'Uno'))
    const first = await streetsOf({ map_graph_file: path })
    expect(first.edges.map(({ name }) => name)).toEqual(['Uno'])
    expect(await streetsOf({ map_graph_file: path })).toBe(first)
    await new Promise((done) => setTimeout(done, 20))
    await put('town.csv', row(3, 'Dos'))
    expect((await streetsOf({ map_graph_file: path })).edges.map(({ name }) => name)).toEqual(['Dos'])
  })
})
