/** What must hold at any moment whatever was killed: a sentence, and a query for the ids that break it. */
export const WHOLE: readonly (readonly [broken: string, query: string])[] = [
  ...['plans', 'steps', 'goods'].flatMap((table): [string, string][] => [
    [
      `${table} whose log does not tell of their creation once and of each version once`,
      `select t.id from ${table} t left join (
         select id_target, count(*) filter (where type_log = 'create') as made,
           count(*) filter (where changes ? 'version') as changed, max((changes -> 'version' ->> 'to')::int) as version
         from logs where target = '${table}' group by id_target) l on l.id_target = t.id
       where t.date_deleted is null
         and (l.made is distinct from 1 or l.changed <> t.version - 1
           or (t.version > 1 and l.version is distinct from t.version))`,
    ],
    [
      `lines of the log that tell of ${table} that are not there`,
      `select l.id from logs l where l.target = '${table}' and l.id_target is not null and not exists (select 1
        from ${table} t where t.id = l.id_target)`,
    ],
  ]),
  [
    'rows without the record that they were written with',
    'select s.id from steps s left join plans p on p.id = s.id_plan where s.date_deleted is null and (p.id is null or p.date_deleted is not null)',
  ],
  [
    'plans without rows, which none is written without',
    'select p.id from plans p where p.date_deleted is null and not exists (select 1 from steps s where s.id_plan = p.id and s.date_deleted is null)',
  ],
  ...['plans', 'goods'].flatMap((table): [string, string][] => [
    [
      `values of ${table} that are there twice`,
      `select min(id) as id from ${table} where date_deleted is null group by lower(code) having count(*) > 1`,
    ],
    [
      `references of ${table} that lead nowhere`,
      `select j.id_own as id from ${table}_tags j left join ${table} t on t.id = j.id_own
        left join tags g on g.id = j.id_target where t.id is null or g.id is null`,
    ],
  ]),
  [
    'rows of files that are put down as saved without their record and its line in the log',
    `select r.id from import_rows r left join goods g on g.id = r.id_record and g.date_deleted is null
       left join logs l on l.target = 'goods' and l.id_target = r.id_record and l.note = 'import:' || r.id_import
         and l.type_log = case r.done when 'created' then 'create' else 'edit' end
     where r.state = 'saved' and (g.id is null or (r.done <> 'unchanged' and l.id is null))`,
  ],
  [
    'records that a file brought in without its row saying so, or twice',
    `select l.id from (
         select id_target as id, split_part(note, ':', 2)::int as id_import, count(*) as lines from logs
         where target = 'goods' and note like 'import:%' and id_target is not null group by 1, 2) l
       left join (
         select id_record as id, id_import, count(*) as lines from import_rows
         where state = 'saved' and done <> 'unchanged' group by 1, 2) r on r.id = l.id and r.id_import = l.id_import
     where l.lines <> 1 or r.lines is distinct from 1`,
  ],
  [
    'rows of files that are there twice',
    'select min(id) as id from import_rows group by id_import, row having count(*) > 1',
  ],
]
