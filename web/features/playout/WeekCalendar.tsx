import { VisuallyHidden } from '@mantine/core';
import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import type { PlaylistRow } from '#contract/api/playlists.ts';
import { describeBlock, type PlacedBlock } from './placed-block.ts';
import { colorOf } from './playlist-color.ts';
import { useBlockDrag, type DraggedBlock } from './use-block-drag.ts';
import { dayMinutes, lanesOf, movedBlock, resizedBlock, segmentsOf, step, type Block } from './week-blocks.ts';
import { dayNames, formatHours, shortDay } from './week-format.ts';
import classes from './WeekCalendar.module.css';

const hours = [0, 3, 6, 9, 12, 15, 18, 21];

type WeekCalendarProps = {
  playlists: readonly PlaylistRow[];
  blocks: readonly PlacedBlock[];
  /** IDs of blocks that cannot be saved. */
  conflicts: ReadonlySet<string>;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onChange: (block: PlacedBlock) => void;
  onRemove: (id: string) => void;
  onDraw: ((block: Block) => void) | undefined;
};

/** A segment of a block in a day's column; the first one is that of its start. */
type Segment = Block & { block: DraggedBlock; isFirst: boolean };

/** The week with the hours of playlists, which are dragged by pointer or moved by keys. */
export const WeekCalendar = (props: WeekCalendarProps) => {
  const { playlists, blocks, onChange, onRemove, onDraw } = props;
  const { dragged, root, grab, draw } = useBlockDrag(onChange, onDraw);
  const [announcement, setAnnouncement] = useState('');
  const nameOf = (id: string | undefined): string => playlists.find((one) => one.id === id)?.name ?? '';
  const press = (block: PlacedBlock, event: KeyboardEvent): void => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      onRemove(block.id);
      setAnnouncement(`${describeBlock(block, nameOf(block.playlist))} removed`);
      return;
    }
    const next = afterKey(block, event);
    if (!next) return;
    event.preventDefault();
    onChange({ ...block, ...next });
    setAnnouncement(describeBlock(next, nameOf(block.playlist)));
  };
  const shown: DraggedBlock[] = blocks.map((block) => (dragged?.id === block.id ? { ...block, ...dragged } : block));
  if (dragged && !blocks.some(({ id }) => id === dragged.id)) shown.push(dragged);
  return (
    <div
      className={classes.root}
      role="group"
      aria-label="Week"
      aria-describedby={onDraw && 'calendar-help'}
      data-calendar
      data-dragging={dragged !== undefined || undefined}
      {...root}
    >
      <div className={classes.hours} aria-hidden>
        {hours.map((hour) => (
          <span key={hour} style={{ insetBlockStart: `${(hour / 24) * 100}%` }}>
            {hour % 12 === 0 ? 12 : hour % 12} {hour < 12 ? 'AM' : 'PM'}
          </span>
        ))}
      </div>
      <div className={classes.week}>
        {dayNames.map((name, index) => (
          <div key={name} className={classes.day}>
            <div className={classes.name} aria-hidden>
              {shortDay(index + 1)}
            </div>
            <div className={classes.column} data-column onPointerDown={draw(index + 1)} />
          </div>
        ))}
        <div className={classes.parts}>
          <Parts {...props} segments={placedSegments(shown)} grab={grab} onPress={press} nameOf={nameOf} />
        </div>
      </div>
      <ul className={classes.legend} aria-hidden>
        {playlists.map(({ id, name }, index) => (
          <li key={id} style={{ '--part': colorOf(index) } as CSSProperties}>
            <i /> {name}
          </li>
        ))}
      </ul>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  );
};

/** The segments of all blocks, beside each other where they overlap. */
const placedSegments = (shown: readonly DraggedBlock[]): PlacedSegment[] => {
  const segments = shown.flatMap((block): Segment[] =>
    segmentsOf(block).map((segment, index) => ({ ...segment, block, isFirst: index === 0 })),
  );
  const lanes = new Map(
    [...Map.groupBy(segments, ({ day }) => day).values()].flatMap((ofDay) => {
      const places = lanesOf(ofDay);
      return ofDay.map((segment, index) => [segment, places[index] ?? { lane: 0, of: 1 }] as const);
    }),
  );
  return segments.map((segment) => ({ ...segment, ...(lanes.get(segment) ?? { lane: 0, of: 1 }) }));
};

type PlacedSegment = Segment & { lane: number; of: number };

type PartsProps = WeekCalendarProps & {
  segments: readonly PlacedSegment[];
  grab: ReturnType<typeof useBlockDrag>['grab'];
  onPress: (block: PlacedBlock, event: KeyboardEvent) => void;
  nameOf: (id: string | undefined) => string;
};

/** The blocks above the columns: one keeps its element, and so the focus, when it is moved to another day. */
const Parts = ({ playlists, segments, conflicts, selected, onSelect, grab, onPress, nameOf }: PartsProps) =>
  segments.map(({ day, from, to, block, isFirst, lane, of }) => {
    const { id, playlist } = block;
    const row = playlists.findIndex((one) => one.id === playlist);
    const style = {
      '--part': row < 0 ? 'var(--mantine-color-dimmed)' : colorOf(row),
      '--day': day - 1,
      '--lane': lane,
      '--lanes': of,
      insetBlockStart: `${(from / dayMinutes) * 100}%`,
      blockSize: `${((to - from) / dayMinutes) * 100}%`,
    } as CSSProperties;
    if (id === undefined || playlist === undefined)
      return <div key="drawn" className={classes.part} data-drawn style={style} />;
    const placed: PlacedBlock = { ...block, id, playlist };
    const marks = {
      className: classes.part,
      style,
      'data-conflict': conflicts.has(id) || undefined,
      'data-off': playlists[row]?.enabled === false || undefined,
      'data-shared': playlists[row]?.exclusive === false || undefined,
      'data-selected': selected === id || undefined,
      // Not on click: that is the calendar's, which captures the pointer.
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        onSelect(id);
        grab(placed)(event);
      },
    };
    if (!isFirst) return <div key={`${id} after`} {...marks} aria-hidden />;
    return (
      <button
        key={id}
        type="button"
        {...marks}
        aria-label={describeBlock(block, nameOf(playlist))}
        aria-pressed={selected === id}
        onClick={() => onSelect(id)}
        onFocus={() => onSelect(id)}
        onKeyDown={(event) => onPress(placed, event)}
      >
        <i data-edge="from" className={classes.edge} />
        <span className={classes.label}>
          {nameOf(playlist)}{' '}
          <small>
            {formatHours({ from: block.from, to: block.to > dayMinutes ? block.to - dayMinutes : block.to })}
          </small>
        </span>
        <i data-edge="to" className={classes.edge} />
      </button>
    );
  });

/** The block after an arrow key; with Shift, those up and down move its end. */
const afterKey = (block: Block, { key, shiftKey }: KeyboardEvent): Block | undefined => {
  const minutes = key === 'ArrowUp' ? -step : key === 'ArrowDown' ? step : 0;
  const days = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  if (minutes === 0 && days === 0) return undefined;
  return shiftKey && minutes !== 0 ? resizedBlock(block, 'to', minutes) : movedBlock(block, days, minutes);
};
