/** One point on the time axis: its key, and a value or null for each series. */
export type ChartPoint = { readonly at: string; readonly [series: string]: string | number | null | undefined };
export type ChartSeries = { name: string; label?: string; dashed?: boolean };
/** An annotation of a point, such as a changed definition. */
export type ChartMark = { at: string; label: string };
export type ChartKind = 'area' | 'bar' | 'line';

/** A series' value at a point; null is unknown and leaves a gap. */
export const valueAt = (point: ChartPoint | undefined, series: string): number | null => {
  const value = point?.[series];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/** About four round steps from 0 to the highest value; whole ones if all values are whole. */
export const ticksOf = (points: readonly ChartPoint[], series: readonly ChartSeries[]): number[] => {
  const values = points.flatMap((point) => series.map(({ name }) => valueAt(point, name) ?? 0));
  const top = Math.max(0, ...values);
  const minStep = values.every(Number.isInteger) ? 1 : 0;
  const step = Math.max(minStep, roundStep(top / 4)) || 1;
  const count = Math.max(1, Math.ceil(top / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)));
};

/** Rounds up to 1, 2, 2.5 (from ten on), 5 or 10 times a power of ten. */
const roundStep = (rough: number): number => {
  if (rough <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = power >= 10 ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10];
  return power * (steps.find((step) => step * power >= rough - 1e-9) ?? 10);
};

/** The points to label below the axis so that labels of at most `nameWidth` do not touch; always includes the first. */
export const namedPoints = (count: number, width: number, nameWidth: number): number[] => {
  if (count === 0) return [];
  const capacity = Math.max(1, Math.floor(width / (nameWidth + 12)));
  const every = niceEvery(Math.ceil(count / capacity));
  return Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every);
};

/** Label intervals that suit hours, days and minutes. */
const niceEvery = (minStep: number): number =>
  [1, 2, 3, 4, 6, 7, 8, 12, 14, 24, 30, 60, 120, 180, 240, 360].find((every) => every >= minStep) ?? minStep;

/** The segments of a line: runs of points with a value, each `[index, value]`. */
export const runsOf = (points: readonly ChartPoint[], name: string): [number, number][][] => {
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  points.forEach((point, i) => {
    const value = valueAt(point, name);
    if (value !== null) run.push([i, value]);
    if ((value === null || i === points.length - 1) && run.length > 0) {
      runs.push(run);
      run = [];
    }
  });
  return runs;
};

/** A point as text: `10:00 AM: Peak 12, Average 8.2`; with one series `10:00 AM: 12 listeners`. */
export const pointText = (
  point: ChartPoint,
  series: readonly ChartSeries[],
  unit: string,
  write: { at: (at: string) => string; value: (value: number) => string },
): string => {
  const valueText = (name: string): string => {
    const value = valueAt(point, name);
    return value === null ? 'unknown' : write.value(value);
  };
  const [only] = series;
  const values =
    series.length === 1 && only
      ? `${valueText(only.name)} ${unit}`
      : series.map(({ name, label = name }) => `${label} ${valueText(name)}`).join(', ');
  return `${write.at(point.at)}: ${values}`;
};
