import v8 from 'v8'
for (const f of process.argv.slice(2)) v8.setFlagsFromString(f)
const { PGlite } = await import('@electric-sql/pglite')
import { openAsBlob } from 'node:fs'
const p = await PGlite.create({ loadDataDir: await openAsBlob('node_modules/.cache/pglite-0.5.16-empty.tar') })
let c0=process.cpuUsage(); const cpu=(l)=>{const c=process.cpuUsage(c0); console.log(l,(c.user+c.system)/1000|0); c0=process.cpuUsage()}
await p.query('create table t as select g as id, md5(g::text) as m, g*1.5 as n from generate_series(1,100000) g'); cpu('create 100k')
await p.query('select m from t order by m collate "C" limit 10'); cpu('sort')
await p.query('create index on t (m)'); cpu('index')
await p.query("select count(*) from t where m like '%abc%'"); cpu('like')
for (let i=0;i<3000;i++) await p.query('select * from t where m = $1',['x'+i]); cpu('3000 lookups')
process.exit(0)
