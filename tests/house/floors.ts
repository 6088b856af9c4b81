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

const LANGUAGE_ROOMS = '^(rules|words|settings|modules|metadata|migrate|feature)/(?!.*-(calls|call)\\.ts$)'
/** Who somebody is and what they may: of `auth`, what lies below records. What they do with their account is work. */
const ACTOR = '^auth/(actor|side|session|session-store|session-user|token|password|password-rules|common-passwords|hash-threads|role-rights|key-rights'
  + '|access-until|permission-rows|owner-facts|confirmation|enrol-first|person-references)\\.'

export const SERVER: Half = {
  folder: 'src/server',
  floors: [
    { name: 'platform', holds: /^(answers|database|jobs|threads|secrets|sheets|network|once)\/|^files\/(?!.*-(calls|call)\.ts$)|^(config|terminal)\.ts$/ },
    { name: 'language', holds: new RegExp(`${LANGUAGE_ROOMS}|${ACTOR}|^(field-types|audit|runtime)\\.ts$`) },
    { name: 'records', holds: /^(records|formulas|rollups|upgrade)\/(?!(.*-|)(calls|routes|call)\.ts$)|^forms\/(settle-answers|read-forms)\.ts$/ },
    { name: 'work', holds: /^(events|mail|people|forms|import|export|print|reports|own-reports|views|checks|auth)\/(?!.*-(calls|call|routes|answers)\.ts$)|^notices\.ts$/ },
    { name: 'http', holds: /-(calls|call|routes|answers)\.ts$|^(rest|calls)\/|^public-(app|pages)\.ts$/ },
    { name: 'boot', holds: /^(dev|commands|demo)\/|^(app|start|open-project|prepare|make-runtime|index)\.ts$/ },
  ],
}

export const CLIENT: Half = {
  folder: 'src/client',
  floors: [
    { name: 'console', holds: /^(console|provider|session|theme|words|message)\// },
    { name: 'resource', holds: /^(resource|form|condition)\/|^lazy-dialogs\.ts$/ },
    { name: 'shell', holds: /^(layout|report)\// },
    { name: 'pages', holds: /^(alerts|auth|checks|languages|lock|logs|mails|own-reports|permissions|profile|second-factor)\// },
    { name: 'boot', holds: /^boot\/|^(start\.tsx|index\.ts|feature\.ts)$/ },
  ],
}

export const HALVES: readonly Half[] = [SERVER, CLIENT]

const inside = (half: Half, file: string): string => file.slice(half.folder.length + 1)

/** The floor of a file, counted from the ground at 0; -1 where none holds it. */
export const floorOf = (half: Half, file: string): number => half.floors.findIndex(({ holds }) => holds.test(inside(half, file)))

/** The room of a file: its folder, or the file itself where it stands in none. */
export const roomOf = (half: Half, file: string): string => inside(half, file).split('/')[0] ?? ''

const valuesInside = (half: Half): Import[] => sourceFiles(half.folder).flatMap((file) => importsOf(file))
  .filter(({ to, local, typeOnly }) => local && !typeOnly && to.startsWith(`${half.folder}/`))

/** Imports of a value from a floor above. */
export const importsUp = (half: Half): Import[] => valuesInside(half).filter(({ from, to }) => floorOf(half, to) > floorOf(half, from))

/** Groups of rooms of which each reaches every other by imports of values. */
export function circlesOfRooms(half: Half): string[][] {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of valuesInside(half)) {
    const [room, other] = [roomOf(half, from), roomOf(half, to)]
    if (room !== other) graph.set(room, (graph.get(room) ?? new Set()).add(other))
  }
  return circles(new Map([...graph].map(([room, others]) => [room, [...others]])))
}
