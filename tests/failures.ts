import { stripVTControlCharacters } from 'node:util'

export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface Spec {
  title: string
  file: string
  line: number
  tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
}
interface Suite {
  specs?: Spec[]
  suites?: Suite[]
}
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number; skipped: number; flaky: number }
  suites: Suite[]
}

// Enough for an assertion's two sides; what a run prints last is all that some servers keep of it.
const LINES = 12
const WIDTH = 300

/** What went wrong in a test: it failed, or passed at its second try. */
export interface Trouble {
  readonly isFailed: boolean
  /** Where, and the start of its message. */
  readonly text: string
}

const trouble = (isFailed: boolean, where: string, message = ''): Trouble => {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() && !line.includes('node_modules'))
    .slice(0, LINES)
  return {
    isFailed,
    text: [
      `${isFailed ? 'failed' : 'needed a second try'}: ${where}`,
      ...lines.map((line) => `    ${line.slice(0, WIDTH)}`),
    ].join('\n'),
  }
}

/**
 * The tests of a vitest run that failed or needed a second try, and files that failed as a whole, each with the start
 * of its message.
 */
export const vitestTroubles = ({ testResults }: VitestReport): Trouble[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    // One that passed in the end keeps what its first try said.
    const tests = assertionResults.filter(({ failureMessages }) => failureMessages.length > 0)
    const isWhole = status === 'failed' && tests.every((test) => test.status !== 'failed')
    return [
      ...(isWhole ? [trouble(true, name, message)] : []),
      ...tests.map((test) => trouble(test.status === 'failed', `${name}: ${test.fullName}`, test.failureMessages[0])),
    ]
  })

const specsOf = ({ specs = [], suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(specsOf)]

/** The browser tests that failed or needed a second try, each with the start of its first message. */
export const browserTroubles = ({ suites }: PlaywrightReport): Trouble[] =>
  suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ projectName, status, results }) =>
          trouble(
            status === 'unexpected',
            `[${projectName}] ${file}:${line}: ${title}`,
            results.find(({ error }) => error)?.error?.message,
          ),
        ),
    )
