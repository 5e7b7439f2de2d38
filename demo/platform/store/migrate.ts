import { createHash } from 'node:crypto'
import type { Queryable } from './database.js'
import { DatabaseError } from './database-error.js'
import { type Migration, migrations } from './migrations/index.js'

/** The key of the lock under which a process changes the tables. Any number that no other program locks. */
const LOCK = 4_020_220

/** The table of the migrations that were applied. */
const APPLIED = 'platform_migrations'

const appliedTable = `create table ${APPLIED} (
  position int primary key,
  name text not null,
  checksum text,
  applied_at timestamptz not null default now()
)`

/**
 * Applies the migrations that a database lacks: all of them or, after an error, none. If several processes start at the same
 * time, the first one applies them and the others wait. `name` names the database in errors. Throws a `DatabaseError` for a
 * database of a newer version, for one whose migrations had other statements, and for one with tables of something else.
 */
export async function migrate(database: Queryable, name: string, wanted = migrations): Promise<void> {
  await database.transaction(async db => {
    await db.query('select pg_advisory_xact_lock($1)', [LOCK])
    const applied = await appliedMigrations(db, name)
    for (const [index, each] of applied.entries()) checkApplied(each, wanted[index], name)
    for (const [position, migration] of wanted.entries()) {
      const checksum = checksumOf(migration)
      if (position >= applied.length) {
        await db.execute(migration.sql)
        await db.query(`insert into ${APPLIED} (position, name, checksum) values ($1, $2, $3)`, [
          position,
          migration.name,
          checksum,
        ])
      } else if (applied[position]!.checksum === null)
        await db.query(`update ${APPLIED} set checksum = $2 where position = $1`, [position, checksum])
    }
  })
}

interface AppliedMigration {
  name: string
  /** Null if the database was changed by a version of the platform without checksums. */
  checksum: string | null
}

function checkApplied(applied: AppliedMigration, migration: Migration | undefined, name: string): void {
  if (applied.name !== migration?.name)
    throw new DatabaseError(
      `${name} was changed by a newer version of the platform, which applied the migration ${applied.name}. Update the platform, or use another database.`,
    )
  if (applied.checksum !== null && applied.checksum !== checksumOf(migration))
    throw new DatabaseError(
      `${name} was changed by other statements of the migration ${applied.name} than those of this version. Use the version of the platform that created the database, or another database.`,
    )
}

/** White space does not count: it changes when the code is formatted. */
const checksumOf = ({ sql }: Migration) => createHash('sha256').update(sql.replace(/\s+/g, ' ').trim()).digest('hex')

/** The migrations that were applied, oldest first. Creates their table in an empty database. */
async function appliedMigrations(db: Queryable, name: string): Promise<AppliedMigration[]> {
  const tables = await db.query<{ tablename: string }>(
    'select tablename from pg_tables where schemaname = current_schema()',
  )
  if (tables.length && !tables.some(({ tablename }) => tablename === APPLIED))
    throw new DatabaseError(`${name} contains tables of another program. Use an empty database.`)
  if (!tables.length) await db.query(appliedTable)
  else await db.query(`alter table ${APPLIED} add column if not exists checksum text`)
  return db.query<AppliedMigration>(`select name, checksum from ${APPLIED} order by position`)
}
