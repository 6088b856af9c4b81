import { circles } from './circles'
import { importsOf, sourceFiles, type Import } from './import-graph'

/** One floor: what stands on it is known by its path. Floors stand from the ground up. */
export interface Floor {
  readonly name: string
  readonly holds: RegExp
}

/** A part of the code whose floors are kept in order. */
export interface Half {
  readonly folder: string
  readonly floors: readonly Floor[]
}

export const SERVER: Half = {
  folder: 'src/server',
  floors: [
    { name: 'platform', holds: /^platform\// },
    { name: 'language', holds: /^language\// },
    { name: 'records', holds: /^records\// },
    { name: 'work', holds: /^work\// },
    { name: 'http', holds: /^http\// },
    { name: 'boot', holds: /^(boot\/|index\.ts$)/ },
  ],
}

export const CLIENT: Half = {
  folder: 'src/client',
  floors: [
    { name: 'console', holds: /^(console|provider|session|theme|words|message)\// },
    { name: 'resource', holds: /^(resource|form|condition)\/|^lazy-dialogs\.ts$/ },
    { name: 'shell', holds: /^(layout|report)\// },
    {
      name: 'pages',
      holds: /^(alerts|auth|checks|languages|lock|logs|mails|own-reports|permissions|profile|second-factor)\//,
    },
    { name: 'boot', holds: /^boot\/|^(main\.tsx|start\.tsx|index\.ts|feature\.ts)$/ },
  ],
}

export const HALVES: readonly Half[] = [SERVER, CLIENT]

/** Features, of which each is a room. */
export const FEATURES: Half = { folder: 'custom', floors: [] }

/** Parts whose rooms stand in no circle: the halves, what both stand on, which has no floors, and the features. */
export const ROOMED: readonly Half[] = [
  ...HALVES,
  FEATURES,
  { folder: 'src/model', floors: [] },
  { folder: 'src/ui', floors: [] },
]

const inside = (half: Half, file: string): string => file.slice(half.folder.length + 1)

/** The floor of a file, counted from the ground at 0; -1 where none holds it. */
export const floorOf = (half: Half, file: string): number =>
  half.floors.findIndex(({ holds }) => holds.test(inside(half, file)))

/**
 * The room of a file: its folder, below the floor's own where there is one; the file itself where it stands in none.
 */
export function roomOf(half: Half, file: string): string {
  const [first = '', second] = inside(half, file).split('/')
  return second !== undefined && half.floors.some(({ name }) => name === first) && half === SERVER
    ? `${first}/${second}`
    : first
}

const valuesInside = (half: Half): Import[] =>
  sourceFiles(half.folder)
    .flatMap((file) => importsOf(file))
    .filter(({ to, local, typeOnly }) => local && !typeOnly && to.startsWith(`${half.folder}/`))

/** Imports of a value from a floor above. */
export const importsUp = (half: Half): Import[] =>
  valuesInside(half).filter(({ from, to }) => floorOf(half, to) > floorOf(half, from))

/** Groups of rooms of which each reaches every other by imports of values. */
export const circlesOfRooms = (half: Half): string[][] => circlesAmong(half, valuesInside(half))

/** The imports that close circles of rooms: those between two rooms of one. */
export function importsInCircles(half: Half): Import[] {
  const values = valuesInside(half)
  const rounds = circlesAmong(half, values)
  return values.filter(({ from, to }) => {
    const [room, other] = [roomOf(half, from), roomOf(half, to)]
    return room !== other && rounds.some((circle) => circle.includes(room) && circle.includes(other))
  })
}

function circlesAmong(half: Half, values: readonly Import[]): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of values) {
    const [room, other] = [roomOf(half, from), roomOf(half, to)]
    if (room !== other) graph.set(room, (graph.get(room) ?? new Set()).add(other))
  }
  return circles(new Map([...graph].map(([room, others]) => [room, [...others]])))
}
