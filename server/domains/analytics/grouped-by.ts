/**
 * SQL that groups by several columns at once (each called `by_{kind}`) and in total: `kind` says which grouping a row
 * belongs to, `name` is its value; the total has the kind `total` and no name.
 */
export const groupingSets = (kinds: readonly string[]): { columns: string; grouping: string } => ({
  columns: `multiIf(${kinds.map((kind) => `grouping(by_${kind}) = 0, '${kind}'`).join(', ')}, 'total') as kind,
      multiIf(${kinds.map((kind) => `kind = '${kind}', by_${kind}`).join(', ')}, '') as name`,
  grouping: `group by grouping sets (${kinds.map((kind) => `(by_${kind})`).join(', ')}, ())`,
});
