import { type Bench, atMost } from './bench'
import { type ChildServer, childServer } from '../child-server'

/** Files of many rows: time against the hand-written stream, memory while they flow. */
export async function exports(bench: Bench): Promise<void> {
  const [ours, theirs] = [
    await childServer('engine-server.ts', bench.env),
    await childServer('bench/hand-written.ts', bench.env),
  ]
  const { root: token } = bench.tokens
  const some = Math.min(100_000, Math.floor(bench.rows / 2))
  try {
    // Rides until the given one: the first hundred thousand of them.
    const part = `${ours.url}/api/admin/rides?format=csv&order_col=id&order_dir=asc&filters=${encodeURIComponent(JSON.stringify({ id: { lte: some } }))}`
    const ratios: number[] = []
    for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
      const hand = await download(theirs, `${theirs.url}/csv?limit=${some}`, token)
      const own = await download(ours, part, token)
      ratios.push(own.seconds / hand.seconds)
      if (round === 0)
        bench.tell(
          `csv of ${some} rows`,
          `${own.seconds.toFixed(1)} s (${own.lines} lines), hand-written ${hand.seconds.toFixed(1)} s (${hand.lines} lines)`,
        )
    }
    const ratio = ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
    bench.tell(`csv of ${some} rows, time over hand-written`, ratio.toFixed(2), atMost(ratio, 1.5))
    const whole = await download(ours, `${ours.url}/api/admin/rides?format=csv`, token)
    bench.tell(
      `csv of all rows (${whole.lines} lines, ${(whole.bytes / 1e6).toFixed(0)} MB)`,
      `${whole.seconds.toFixed(1)} s, memory grew by ${whole.growth_mb.toFixed(0)} MB`,
      atMost(whole.growth_mb, 150, ' MB'),
    )
    const xlsx = await download(ours, part.replace('format=csv', 'format=xlsx'), token)
    bench.tell(
      `xlsx of ${some} rows (${(xlsx.bytes / 1e6).toFixed(0)} MB)`,
      `${xlsx.seconds.toFixed(1)} s, memory grew by ${xlsx.growth_mb.toFixed(0)} MB`,
    )
  } finally {
    await ours.stop()
    await theirs.stop()
  }
}

interface Download {
  readonly seconds: number
  readonly bytes: number
  readonly lines: number
  readonly growth_mb: number
}

export async function download(server: ChildServer, url: string, token: string): Promise<Download> {
  const before = server.memory_mb()
  let [most, bytes, lines] = [before, 0, 0]
  const watch = setInterval(() => {
    most = Math.max(most, server.memory_mb())
  }, 50)
  const began = performance.now()
  try {
    // The hand-written server does not compress; neither shall this one.
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' } })
    if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    for await (const chunk of answer.body) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === 10) lines++
    }
  } finally {
    clearInterval(watch)
  }
  return { seconds: (performance.now() - began) / 1000, bytes, lines, growth_mb: most - before }
}
