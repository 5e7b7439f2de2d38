import type { Queryable } from './database.js'
import { DatabaseError } from './database-error.js'
import { migrations } from './migrations/index.js'

/** The key of the lock under which a process changes the tables. Any number that no other program locks. */
const LOCK = 4_020_220

/** The table of the migrations that were applied. */
const APPLIED = 'platform_migrations'

const appliedTable = `create table ${APPLIED} (
  position int primary key,
  name text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Applies the migrations that a database lacks: all of them or, after an error, none. If several processes start at the same
 * time, the first one applies them and the others wait. `name` names the database in errors. Throws a `DatabaseError` for a
 * database of a newer version and for one with tables of something else.
 */
export async function migrate(database: Queryable, name: string, wanted = migrations): Promise<void> {
  await database.transaction(async db => {
    await db.query('select pg_advisory_xact_lock($1)', [LOCK])
    const applied = await appliedMigrations(db, name)
    const unknown = applied.find((each, index) => each !== wanted[index]?.name)
    if (unknown !== undefined)
      throw new DatabaseError(
        `${name} was changed by a newer version of the platform, which applied the migration ${unknown}. Update the platform, or use another database.`,
      )
    for (const [position, migration] of wanted.entries()) {
      if (position < applied.length) continue
      await db.execute(migration.sql)
      await db.query(`insert into ${APPLIED} (position, name) values ($1, $2)`, [position, migration.name])
    }
  })
}

/** The names of the migrations that were applied, oldest first. Creates the table of their names in an empty database. */
async function appliedMigrations(db: Queryable, name: string): Promise<string[]> {
  const tables = await db.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema()',
  )
  if (tables.length && !tables.some(({ tablename }) => tablename === APPLIED))
    throw new DatabaseError(`${name} contains tables of another program. Use an empty database.`)
  if (!tables.length) await db.query(appliedTable)
  const applied = await db.query<{ name: string }>(`select name from ${APPLIED} order by position`)
  return applied.map(each => each.name)
}
