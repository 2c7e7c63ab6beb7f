import type { EmailTable } from '#server/kernel/kernel.ts';
import { escape } from './escape.ts';

const cell = 'padding:6px 8px;border-bottom:1px solid #e4e8ef;font-size:14px;vertical-align:top';

/** A table in an HTML e-mail: the first column has the labels, the others numbers, or text if no column is named. */
export const htmlTable = ({ title, columns, rows, note }: EmailTable): string => {
  const isText = columns.every((name) => name === '');
  const sideOf = (column: number): string => (column === 0 || isText ? 'left' : 'right');
  const names = columns
    .map(
      (name, i) =>
        `<th scope="col" class="cell faint" align="${sideOf(i)}" style="${cell};color:#5b6472">${escape(name)}</th>`,
    )
    .join('');
  const head = isText ? '' : `<thead><tr>${names}</tr></thead>`;
  const body = rows
    .map(
      (row) =>
        `<tr>${row.map((text, i) => `<td class="cell" align="${sideOf(i)}" style="${cell}">${escape(text)}</td>`).join('')}</tr>`,
    )
    .join('');
  const end =
    note === undefined
      ? ''
      : `<p class="faint" style="margin:8px 0 0;font-size:13px;color:#5b6472">${escape(note)}</p>`;
  return `<h2 style="margin:24px 0 8px;font-size:16px">${escape(title)}</h2>
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${head}<tbody>${body}</tbody></table>${end}
`;
};

/** The same as aligned plain text. */
export const plainTable = ({ title, columns, rows, note }: EmailTable): string => {
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  const lines = [title, '-'.repeat(title.length), line(columns), ...rows.map(line)];
  return [...lines, ...(note === undefined ? [] : ['', note])].join('\n');
};
