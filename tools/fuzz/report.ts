import type { Outcome } from './run.ts';
import { roles } from './tenants.ts';

/** Numbers of calls by group of operations and role: accepted / refused / rate-limited. */
export const tableOf = ({ counts }: Outcome): string => {
  const rows = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([group, byRole]) => [
      group,
      ...roles.map((role) => {
        const { accepted, refused, limited } = byRole.get(role) ?? { accepted: 0, refused: 0, limited: 0 };
        return `${accepted} / ${refused} / ${limited}`;
      }),
    ]);
  const head = ['accepted / refused / limited', ...roles];
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** The findings, each with what is needed to reproduce it. */
export const findingsOf = ({ findings }: Outcome, seed: number): string =>
  findings
    .map(
      ({ kind, operation, role, times, index, detail, curl }) =>
        `${kind}: ${operation} as ${role}, ${times} times; --seed ${seed}, request ${index}\n  ${detail}\n  ${curl}`,
    )
    .join('\n\n');
