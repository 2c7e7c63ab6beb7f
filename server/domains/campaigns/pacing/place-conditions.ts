import type { Rule, Target } from '#contract/rules/ad-rules.ts';
import { literal } from '#server/platform/clickhouse/query.ts';
import { segmentsOf } from '../check-targets.ts';

type Columns = Partial<Record<Target['type'], readonly string[]>>;

/** The columns of listening that a target's segments are compared with; the other types are properties of the station. */
const ofListening: Columns = {
  location: ['country', 'region', 'city'],
  device: ['device', 'os'],
  player: ['player'],
  output: ['output'],
};

/**
 * SQL: a text that tells listening apart as far as these rules do, so that listening with the same text meets the same rules.
 * Rules are then evaluated (shared/ads/rules.ts) on one row of each text.
 */
export const distinctionOf = (rules: readonly Rule[], columns: Columns = ofListening): string => {
  const conditions = new Set<string>();
  for (const { type, path } of rules.flatMap(({ targets }) => targets)) {
    const names = columns[type];
    if (!names) continue;
    const equal = (segmentsOf({ path }) ?? []).flatMap((segment, i) =>
      segment === '' || !names[i] ? [] : `lowerUTF8(${names[i]}) = ${literal(segment.toLowerCase())}`,
    );
    if (equal.length > 0) conditions.add(`(${equal.join(' and ')})`);
  }
  return conditions.size === 0 ? `''` : `concat('', ${[...conditions].map((one) => `toString(${one})`).join(', ')})`;
};

/** The columns of listening that these rules compare, in no particular order. */
export const comparedColumns = (rules: readonly Rule[]): string[] => [
  ...new Set(
    rules
      .flatMap(({ targets }) => targets)
      .flatMap(({ type, path }) => (ofListening[type] ?? []).slice(0, segmentsOf({ path })?.length ?? 0)),
  ),
];
