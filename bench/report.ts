export type Row = {
  figure: string;
  ours: string;
  /** The peer and its figure, if one was measured in this run. */
  peer?: string;
  ratio?: number;
  budget: string;
  pass: boolean;
};

/** The rows as a table for a terminal, each with pass or FAIL. */
export const table = (rows: Row[]): string => {
  const head = ['figure', 'Skywave', 'peer', 'ratio', 'budget', ''];
  const cells = rows.map(({ figure, ours, peer = '', ratio, budget, pass }) => [
    figure,
    ours,
    peer,
    ratio === undefined ? '' : ratio.toFixed(2),
    budget,
    pass ? 'pass' : 'FAIL',
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((row) => row[column]!.length)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
};
