const names = new Map<string, string>()

/**
 * Marks a statement that visits run again and again: each connection to a PostgreSQL server keeps its plan. It must name the columns that it returns. With
 * `*`, PostgreSQL would refuse it after another process has added a column.
 */
export function prepared(sql: string): string {
  if (!names.has(sql)) names.set(sql, `visit-${names.size + 1}`)
  return sql
}

/** The name of a marked statement. */
export const preparedName = (sql: string): string | undefined => names.get(sql)
