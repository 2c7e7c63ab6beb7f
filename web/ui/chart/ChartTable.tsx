import { Table } from '@mantine/core';
import { valueAt, type ChartPoint, type ChartSeries } from './chart-data.ts';
import classes from './ChartFigure.module.css';

type ChartNumbersProps = {
  label: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  nameOf: (at: string) => string;
  writeValue: (value: number) => string;
};

/** A chart's values as a table with a row per point and a column per series. */
export const ChartTable = ({ label, points, series, nameOf, writeValue }: ChartNumbersProps) => (
  <div className={classes.numbers} tabIndex={0} role="region" aria-label={`${label}: rows`}>
    <Table aria-label={label} stickyHeader>
      <Table.Thead bg="var(--surface)">
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          {series.map(({ name, label: column = name }) => (
            <Table.Th key={name} ta="end">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody className="numbers">
        {points.map((point, i) => (
          <Table.Tr key={i}>
            <Table.Td>{nameOf(point.at)}</Table.Td>
            {series.map(({ name }) => {
              const value = valueAt(point, name);
              return (
                <Table.Td key={name} ta="end">
                  {value === null ? '–' : writeValue(value)}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </div>
);
