import { csvOf } from '#web/ui/table/csv.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { valueAt, type ChartPoint, type ChartSeries } from './chart-data.ts';

/** Offers a chart's numbers as a CSV file: one line per point, one column per series; what is not known stays empty. */
export const saveChartCsv = (fileName: string, points: readonly ChartPoint[], series: readonly ChartSeries[]): void => {
  const head = ['At', ...series.map(({ name, label = name }) => label)];
  const rows = points.map((point) => [point.at, ...series.map(({ name }) => valueAt(point, name))]);
  const text = csvOf([head, ...rows]);
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), `${fileName}.csv`);
};
