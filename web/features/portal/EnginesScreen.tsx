import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Engine } from '#contract/api/fleet.ts';
import { drainedPerMinute } from '#contract/rules/drain-pace.ts';
import { count, moment, whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { QuietTable } from '#web/ui/table/QuietTable.tsx';
import { enginesQuery, useDrainEngine } from './engine-queries.ts';
import classes from './EnginesScreen.module.css';

/** `/portal/engines`: the streaming engines with their stations, load and state, and how to take one out. */
export const EnginesScreen = () => {
  const { data: engines } = useSuspenseQuery(enginesQuery);
  const [drained, setDrained] = useState<Engine>();
  const drain = useDrainEngine();
  const hasSeveral = engines.length > 1;
  return (
    <>
      <PageHeader
        title="Streaming engines"
        description={
          hasSeveral
            ? 'Each plays a part of the stations. Those of an engine that fails continue on the others.'
            : 'This engine plays all stations. With more than one in ENGINES, stations move when one fails or is drained.'
        }
      />
      <Surface>
        <Engines engines={engines} onDrain={hasSeveral ? setDrained : undefined} />
      </Surface>
      <ConfirmDialog
        opened={drained !== undefined}
        title="Drain engine?"
        confirm="Drain"
        busy={drain.isPending}
        onConfirm={() =>
          drained &&
          drain.mutate(
            { id: drained.id, draining: true },
            {
              onSuccess: () => toastSuccess('The engine’s stations are moving.'),
              onSettled: () => setDrained(undefined),
            },
          )
        }
        onClose={() => setDrained(undefined)}
      >
        {drained && <DrainText engine={drained} />}
      </ConfirmDialog>
    </>
  );
};

const DrainText = ({ engine: { id, stations } }: { engine: Engine }) => (
  <>
    The {count(stations, 'station')} of “<bdi>{id}</bdi>” move to the other engines within about{' '}
    {count(Math.max(1, Math.ceil(stations / drainedPerMinute)), 'minute')} and continue in the same track. Encoders and
    listeners who are connected to the engine itself reconnect; those at edges stay connected.
  </>
);

const Engines = ({
  engines,
  onDrain,
}: {
  engines: readonly Engine[];
  onDrain: ((one: Engine) => void) | undefined;
}) => (
  <QuietTable aria-label="Engines" horizontalSpacing="xs">
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Engine</Table.Th>
        <Table.Th>State</Table.Th>
        <Table.Th ta="end" visibleFrom="sm">
          Stations
        </Table.Th>
        <Table.Th ta="end" visibleFrom="sm">
          Processor
        </Table.Th>
        <Table.Th visibleFrom="md">Last answer</Table.Th>
        {onDrain && <Table.Th aria-label="Actions" />}
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {engines.map((engine) => (
        <Table.Tr key={engine.id}>
          <Table.Td>
            <bdi className={classes.name}>{engine.id}</bdi>
            {engine.version !== null && (
              <Text size="sm" c="dimmed">
                Version {engine.version}
              </Text>
            )}
            <Text size="sm" hiddenFrom="sm">
              {count(engine.stations, 'station')}
            </Text>
          </Table.Td>
          <Table.Td aria-live="polite">
            <State engine={engine} />
          </Table.Td>
          <Table.Td ta="end" className="numbers" visibleFrom="sm">
            {whole(engine.stations)}
            {engine.capacity !== null && (
              <Text size="sm" c="dimmed">
                of {whole(engine.capacity)}
              </Text>
            )}
          </Table.Td>
          <Table.Td ta="end" className="numbers" visibleFrom="sm">
            {engine.load === null ? '–' : `${whole(Math.round(engine.load * 100))} %`}
          </Table.Td>
          <Table.Td visibleFrom="md">{engine.answered === null ? 'None yet' : moment(engine.answered)}</Table.Td>
          {onDrain && (
            <Table.Td ta="end">
              <DrainButton engine={engine} onDrain={onDrain} />
            </Table.Td>
          )}
        </Table.Tr>
      ))}
    </Table.Tbody>
  </QuietTable>
);

const DrainButton = ({ engine, onDrain }: { engine: Engine; onDrain: (one: Engine) => void }) => {
  const resume = useDrainEngine();
  if (!engine.draining)
    return (
      <Button size="compact-sm" variant="default" onClick={() => onDrain(engine)} aria-label={`Drain ${engine.id}`}>
        Drain
      </Button>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={resume.isPending}
      aria-label={`Resume ${engine.id}`}
      onClick={() =>
        resume.mutate(
          { id: engine.id, draining: false },
          { onSuccess: () => toastSuccess('The engine gets stations again.') },
        )
      }
    >
      Resume
    </Button>
  );
};

const labels = { up: 'Up', cut_off: 'Cut off', down: 'Down' } as const;
const colors = { up: 'green', cut_off: 'yellow', down: 'red' } as const;

const State = ({ engine }: { engine: Engine }) => (
  <>
    <Group gap="xs">
      <Badge color={colors[engine.state]}>{labels[engine.state]}</Badge>
      {engine.draining && <Badge color="blue">{engine.stations === 0 ? 'Drained' : 'Draining'}</Badge>}
    </Group>
    <Text size="sm" c="dimmed">
      {adviceOf(engine)}
    </Text>
  </>
);

const adviceOf = ({ state, draining, stations, since }: Engine): string => {
  const time = since === null ? '' : ` since ${moment(since)}`;
  if (state === 'cut_off')
    return `The portal doesn’t reach it${time}, but other engines do: it plays on, without changes made here.`;
  if (state === 'down') return `Nothing reaches it${time}.`;
  if (!draining) return '';
  return stations === 0 ? 'It has no stations: you may stop it.' : 'Its stations move to the other engines.';
};
