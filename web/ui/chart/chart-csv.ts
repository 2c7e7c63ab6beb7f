import { csvOf } from '#web/ui/table/csv.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { valueAt, type ChartPoint, type ChartSeries } from './chart-data.ts';

/** Saves a chart's values as a CSV file with a row per point and a column per series; unknown values are empty. */
export const saveChartCsv = (fileName: string, points: readonly ChartPoint[], series: readonly ChartSeries[]): void => {
  const head = ['Time', ...series.map(({ name, label = name }) => label)];
  const rows = points.map((point) => [point.at, ...series.map(({ name }) => valueAt(point, name))]);
  const text = csvOf([head, ...rows]);
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
};
