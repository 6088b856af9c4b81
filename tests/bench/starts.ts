import { type Bench, atMost } from './bench'
import { benchProject } from './bench-project'
import { childServer } from '../child-server'
import { compare } from './load'

const MADE = 500

/** Starts: of a server whose tables are there, with few and with five hundred schemas. */
export async function starts(bench: Bench): Promise<void> {
  const few = await childServer('engine-server.ts', bench.env)
  bench.tell('a start from source, tables there', `${(few.started_ms / 1000).toFixed(1)} s`)
  const project = benchProject(MADE)
  const env = { ...bench.env, PROJECT_DIR: project.root }
  try {
    const first = await childServer('engine-server.ts', env)
    bench.tell(`the first start with ${MADE} more schemas, tables made`, `${(first.started_ms / 1000).toFixed(1)} s`)
    await first.stop()
    const many = await childServer('engine-server.ts', env)
    bench.tell(
      `a start with ${MADE} more schemas, tables there`,
      `${(many.started_ms / 1000).toFixed(1)} s`,
      atMost(many.started_ms / 1000, 10, ' s'),
    )
    const list = (url: string) => ({ url: `${url}/api/admin/rides?limit=15&count=none`, token: bench.tokens.tenant })
    const compared = await compare(list(many.url), list(few.url), bench.quick ? { rounds: 1, seconds: 1 } : {})
    bench.tell('its list over the list of the server with few schemas, by throughput', compared.ratio.toFixed(2), {
      met: compared.ratio >= 0.9,
      text: 'at least 0.9',
    })
    await many.stop()
  } finally {
    await few.stop()
    project.remove()
  }
}
