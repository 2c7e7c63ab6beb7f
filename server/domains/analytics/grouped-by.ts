/**
 * SQL that counts by several things at once, each a column `by_{kind}`, and in all: `kind` and `name` say of a row by
 * what it is counted and which of those it is, `total` and nothing for all.
 */
export const groupedBy = (kinds: readonly string[]): { columns: string; grouping: string } => ({
  columns: `multiIf(${kinds.map((kind) => `grouping(by_${kind}) = 0, '${kind}'`).join(', ')}, 'total') as kind,
      multiIf(${kinds.map((kind) => `kind = '${kind}', by_${kind}`).join(', ')}, '') as name`,
  grouping: `group by grouping sets (${kinds.map((kind) => `(by_${kind})`).join(', ')}, ())`,
});
