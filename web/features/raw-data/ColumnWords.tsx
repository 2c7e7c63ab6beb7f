import { Table } from '@mantine/core';
import { metrics, type MetricId } from '#contract/metrics.ts';
import { playColumns, sessionColumns, type RawKind } from '#contract/raw-data.ts';
import { Surface } from '#web/ui/Surface.tsx';

const isDefined = (id: string): id is MetricId => id in metrics;

/** What each column of a file is. */
export const ColumnWords = ({ kind }: { kind: RawKind }) => {
  const columns: readonly string[] = kind === 'sessions' ? sessionColumns : playColumns;
  const defined = columns.map((name) => ({ name, id: `raw_${name}` }));
  return (
    <Surface
      title="What the columns are"
      description={
        kind === 'sessions'
          ? 'One row for each session that was open in the period; figures are of what lies within it.'
          : 'One row for each title that began in the period.'
      }
    >
      <Table aria-label="What the columns are" withRowBorders={false} verticalSpacing={4} layout="auto">
        <Table.Tbody>
          {defined.map(({ name, id }) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={600} w={110} style={{ verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td>{isDefined(id) ? metrics[id].definition : tags[name]}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Surface>
  );
};

const tags: Readonly<Record<string, string>> = {
  artist: 'The artist, as it was told.',
  title: 'The title, as it was told.',
  album: 'The album, where it was told.',
};
