/** Prints rows as a table of Markdown, the columns under the names of the first row's keys. */
export function printTable(rows) {
  const columns = Object.keys(rows[0])
  const cells = [columns, ...rows.map(row => columns.map(column => String(row[column])))]
  const widths = columns.map((_, i) => Math.max(...cells.map(line => line[i].length)))
  const print = line => console.log(`| ${line.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`)
  print(columns)
  print(widths.map(width => '-'.repeat(width)))
  for (const line of cells.slice(1)) print(line)
}
