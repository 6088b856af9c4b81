import { sql } from 'kysely'
import { writeSync } from 'node:fs'
import { openDatabase } from '../../src/server/platform/database/open'

/** Inserts batches of three rows for ever and tells the number of each batch once it is committed. */
const [folder = '', from = '0'] = process.argv.slice(2)
const database = await openDatabase(folder)
await sql`create table if not exists batches (batch integer not null, part integer not null, filler text)`.execute(
  database.db,
)
for (let batch = Number(from); ; batch++) {
  await database.transaction(async (tx) => {
    for (const part of [1, 2, 3])
      await tx
        .insertInto('batches')
        .values({ batch, part, filler: 'x'.repeat(batch % 3000) })
        .execute()
  })
  writeSync(1, `${batch}\n`)
}
