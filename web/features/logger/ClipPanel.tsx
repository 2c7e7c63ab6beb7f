import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { IconBracketsContain, IconBracketsContainEnd, IconBracketsContainStart } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { maxLogSpanMs, type LogDay } from '#contract/api/logger.ts';
import { longDuration } from '#web/lib/format.ts';
import { SaveClip } from './SaveClip.tsx';
import { timeFieldValue, parseTimeField, titleAt, type Span } from './log-time.ts';

type CutPanelProps = {
  stationKey: StationKey;
  day: LogDay;
  at: number;
  mayCut: boolean;
  /** Renders the timeline above, with the selection. */
  bars: (marked: Partial<Span>) => ReactNode;
};

/** Selects part of the recording to download it or save it as a track or an episode. */
export const ClipPanel = ({ stationKey, day, at, mayCut, bars }: CutPanelProps) => {
  const [marked, setMarked] = useState<Partial<Span>>({});
  const span = marked.from !== undefined && marked.to !== undefined ? { from: marked.from, to: marked.to } : undefined;
  const length = span ? span.to - span.from : 0;
  const isTooLong = length > maxLogSpanMs;
  const mark = (change: Partial<Span>): void => setMarked({ ...marked, ...change });
  return (
    <>
      {bars(marked)}
      <section aria-label="Clip">
        <Title order={3} size="h6" mb="xs">
          Clip
        </Title>
        <Group gap="sm" align="flex-end">
          <TimeField label="From" day={day} at={marked.from} onChange={(from) => mark({ from })} />
          <Button
            variant="default"
            leftSection={<IconBracketsContainStart size={17} aria-hidden />}
            onClick={() => mark({ from: at })}
          >
            Start here
          </Button>
          <TimeField label="To" day={day} at={marked.to} onChange={(to) => mark({ to })} />
          <Button
            variant="default"
            leftSection={<IconBracketsContainEnd size={17} aria-hidden />}
            onClick={() => mark({ to: at })}
          >
            End here
          </Button>
          <Button
            variant="default"
            leftSection={<IconBracketsContain size={17} aria-hidden />}
            onClick={() => mark(titleSpan(day, at))}
          >
            Current title
          </Button>
        </Group>
        {span && length <= 0 && <Hint>The clip must end after it starts.</Hint>}
        {isTooLong && <Hint>A clip can be at most {longDuration(maxLogSpanMs / 1000)} long.</Hint>}
        {span && length > 0 && !isTooLong && (
          <SaveClip
            key={`${span.from}`}
            {...{ stationKey, mayCut }}
            span={rounded(span)}
            title={titleAt(day.titles, span.from) || 'Recording'}
          />
        )}
      </section>
    </>
  );
};

const Hint = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="red" mt="xs" role="alert">
    {children}
  </Text>
);

type TimeFieldProps = {
  label: string;
  day: LogDay;
  at: number | undefined;
  onChange: (at: number | undefined) => void;
};

const TimeField = ({ label, day, at, onChange }: TimeFieldProps) => (
  <TextInput
    type="time"
    step={1}
    w={164}
    label={label}
    value={at === undefined ? '' : timeFieldValue(day.timezone, at)}
    onChange={({ currentTarget }) => onChange(parseTimeField(day.timezone, day, currentTarget.value))}
  />
);

const rounded = ({ from, to }: Span): Span => ({ from: Math.round(from), to: Math.round(to) });

/** The span of the title at the playhead: from its start to the start of the next one. */
const titleSpan = (day: LogDay, at: number): Span => {
  const current = day.titles.findLast((title) => title.at <= at);
  const next = day.titles.find((title) => title.at > at);
  return { from: current?.at ?? day.from, to: next?.at ?? day.pieces.at(-1)?.end ?? day.to };
};
