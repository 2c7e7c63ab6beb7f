import { Button, Group } from '@mantine/core';
import { IconChartAreaLine, IconDownload, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import { loadChunk } from '#web/lib/chunks.ts';
import { average, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { pointText, type ChartKind, type ChartMark, type ChartPoint, type ChartSeries } from './chart-data.ts';
import { ChartLegend } from './ChartLegend.tsx';
import { ChartTable } from './ChartTable.tsx';
import { ChartStage } from './ChartStage.tsx';
import classes from './ChartFigure.module.css';

export type ChartFigureProps = {
  title: string;
  /** Period and time zone; also drawn in the PNG. */
  description?: string;
  kind?: ChartKind;
  /** The unit of a single series: `listeners`. */
  unit: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  marks?: readonly ChartMark[];
  /** File name without its extension. */
  fileName: string;
  actions?: ReactNode;
  /** Formats `at`; the CSV has the raw value. */
  nameOf?: (at: string) => string;
  writeValue?: (value: number) => string;
  height?: number;
  mt?: 'md' | 0;
};

const identity = (text: string): string => text;
const plain = (value: number): string => (Number.isInteger(value) ? whole(value) : average(value, 1));

/**
 * A chart of values over time. Arrow keys move between points and announce them; it can be shown as a table and saved as
 * CSV or as a PNG with its title and period.
 */
export const ChartFigure = (props: ChartFigureProps) => {
  const { title, description, kind = 'area', series, points, marks = [], unit, fileName } = props;
  const { nameOf = identity, writeValue = plain, height = 300 } = props;
  const [isTable, setIsTable] = useState(false);
  const svg = useRef<SVGSVGElement>(null);
  const shown = marks.filter((mark) => points.some(({ at }) => at === mark.at));
  const saveCsv = async (): Promise<void> => {
    const { saveChartCsv } = await loadChunk(() => import('./chart-csv.ts'));
    saveChartCsv(fileName, points, series);
  };
  const savePng = async (): Promise<void> => {
    const { saveChartPng } = await loadChunk(() => import('./chart-png.ts'));
    const notes = shown.map(({ at, label }, i) => `${i + 1}. ${nameOf(at)}: ${label}`);
    if (svg.current) await saveChartPng(fileName, svg.current, { title, period: description ?? '', series, notes });
  };
  return (
    <Surface
      title={title}
      description={description}
      flush={isTable}
      actions={
        <Group gap={4} className="no-print">
          {props.actions}
          <Tools isTable={isTable} onTable={setIsTable} onCsv={() => void saveCsv()} onPng={() => void savePng()} />
        </Group>
      }
      mt={props.mt ?? 'md'}
    >
      {isTable ? (
        <ChartTable label={title} points={points} series={series} nameOf={nameOf} writeValue={writeValue} />
      ) : (
        <>
          <ChartLegend series={series} />
          <ChartStage
            label={title}
            plot={{ ref: svg, kind, points, series, marks: shown, height, nameOf }}
            writeValue={writeValue}
            words={(point) => pointText(point, series, unit, { at: nameOf, value: writeValue })}
          />
          {shown.length > 0 && <Marks marks={shown} nameOf={nameOf} />}
        </>
      )}
    </Surface>
  );
};

type ToolsProps = { isTable: boolean; onTable: (isTable: boolean) => void; onCsv: () => void; onPng: () => void };

const Tools = ({ isTable, onTable, onCsv, onPng }: ToolsProps) => {
  const buttonProps = { variant: 'subtle', color: 'gray', size: 'xs' } as const;
  return (
    <>
      <Button
        {...buttonProps}
        leftSection={isTable ? <IconChartAreaLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
        onClick={() => onTable(!isTable)}
      >
        {isTable ? 'Chart' : 'Table'}
      </Button>
      <Button {...buttonProps} leftSection={<IconDownload size={16} aria-hidden />} onClick={onCsv}>
        CSV
      </Button>
      {!isTable && (
        <Button {...buttonProps} leftSection={<IconPhotoDown size={16} aria-hidden />} onClick={onPng}>
          PNG
        </Button>
      )}
    </>
  );
};

const Marks = ({ marks, nameOf }: { marks: readonly ChartMark[]; nameOf: (at: string) => string }) => (
  <ol className={classes.marks} aria-label="Chart annotations">
    {marks.map(({ at, label }) => (
      <li key={`${at} ${label}`}>
        <strong>{nameOf(at)}:</strong> {label}
      </li>
    ))}
  </ol>
);
