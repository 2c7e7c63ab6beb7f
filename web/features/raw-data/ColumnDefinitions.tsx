import { Table } from '@mantine/core';
import { metrics, type MetricId } from '#contract/texts/metrics.ts';
import { playColumns, sessionColumns, type RawKind } from '#contract/api/raw-data.ts';
import { Surface } from '#web/ui/Surface.tsx';

const isDefined = (id: string): id is MetricId => id in metrics;

/** The definition of each column of a file. */
export const ColumnDefinitions = ({ kind }: { kind: RawKind }) => {
  const columns: readonly string[] = kind === 'sessions' ? sessionColumns : playColumns;
  const defined = columns.map((name) => ({ name, id: `raw_${name}` }));
  return (
    <Surface
      title="Columns"
      description={
        kind === 'sessions'
          ? 'One row per session active in the period; values cover only the part within the period.'
          : 'One row per track that started in the period.'
      }
    >
      <Table aria-label="Columns" withRowBorders={false} verticalSpacing={4} layout="auto">
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
  artist: 'The artist from the stream metadata.',
  title: 'The title from the stream metadata.',
  album: 'The album from the stream metadata, if any.',
};
