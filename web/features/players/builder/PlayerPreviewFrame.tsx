import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { previewStates, type PlayerKind, type PlayerPreview, type PreviewState } from '#contract/api/player.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { stateLabels } from '../player-labels.ts';
import { stationPlayerQuery } from '#web/parts/station-settings-queries.ts';
import { Segments } from '#web/ui/form/Segments.tsx';
import classes from './Builder.module.css';

type Preview = PlayerPreview['preview'];
type PreviewFrameProps = {
  preview: Preview;
  kind: PlayerKind;
  /** The player's own frame; a new player is shown in that of its first station. */
  frame: string | undefined;
};

const widths = ['320', '390', '768', '100%'].map((width) => ({ value: width, label: width }));

/** The player as websites will show it: its real frame, which gets the unsaved settings by messages. */
export const PlayerPreviewFrame = ({ preview, kind, frame }: PreviewFrameProps) => {
  const [width, setWidth] = useState<string>('100%');
  const [page, setPage] = useState<'light' | 'dark'>('light');
  const [dir, setDir] = useState<PlayerPreview['dir']>('auto');
  const [state, setState] = useState<PreviewState>('onAir');
  const [first] = preview.stations;
  const { data: ofStation } = useQuery({
    ...stationPlayerQuery(first?.key ?? ('' as never)),
    enabled: frame === undefined && first !== undefined,
  });
  const [kept, setKept] = useState<string>();
  const src = frame ?? (kind === 'stations' ? (kept ?? ofStation?.urls.embed) : undefined);
  // One frame for all stations of a new player: the messages name them.
  if (frame === undefined && kept === undefined && src !== undefined) setKept(src);
  return (
    <Surface title="Preview" description="As it will look on your website, with settings you have not saved yet.">
      <Group gap="sm" mb="sm" align="flex-end">
        <Segments size="xs" aria-label="Width" data={widths} value={width} onChange={setWidth} />
        <Segments
          size="xs"
          aria-label="Page"
          data={[
            { value: 'light', label: 'Light page' },
            { value: 'dark', label: 'Dark page' },
          ]}
          value={page}
          onChange={setPage}
        />
        <Segments
          size="xs"
          aria-label="Direction"
          data={[
            { value: 'auto', label: 'Auto' },
            { value: 'ltr', label: 'LTR' },
            { value: 'rtl', label: 'RTL' },
          ]}
          value={dir}
          onChange={setDir}
        />
        {kind === 'stations' && (
          <NativeSelect
            size="xs"
            aria-label="State"
            data={previewStates.map((value) => ({ value, label: stateLabels[value] }))}
            value={state}
            onChange={({ currentTarget }) => setState(currentTarget.value as PreviewState)}
          />
        )}
      </Group>
      <div className={classes.stage} data-page={page} data-variant={preview.variant} data-position={preview.position}>
        {src === undefined ? (
          <Text size="sm" className={classes.nothing}>
            {kind === 'stations'
              ? 'Choose a station to see the player.'
              : 'You see the player here once it is created.'}
          </Text>
        ) : (
          <Frame
            key={src}
            src={src}
            kind={kind}
            page={page}
            width={width}
            message={{ player: 1, preview, state, dir }}
          />
        )}
      </div>
    </Surface>
  );
};

type FrameProps = { src: string; kind: PlayerKind; page: 'light' | 'dark'; width: string; message: PlayerPreview };

const Frame = ({ src, kind, page, width, message }: FrameProps) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const text = JSON.stringify(message);
  const origin = new URL(src).origin;
  useEffect(() => {
    const send = (): void => frame.current?.contentWindow?.postMessage(JSON.parse(text), origin);
    // The frame says when it listens.
    const onMessage = ({ source, data }: MessageEvent<unknown>): void => {
      const isOurs = source !== null && source === frame.current?.contentWindow;
      if (isOurs && (data as { player?: unknown; event?: unknown } | null)?.event === 'ready') send();
    };
    window.addEventListener('message', onMessage);
    send();
    return () => window.removeEventListener('message', onMessage);
  }, [text, origin]);
  const { width: box, height } = sizeOf(message.preview, kind, width);
  return (
    <iframe
      ref={frame}
      src={src}
      title="Preview of the player"
      allow="autoplay"
      className={classes.frame}
      style={{ width: box, height, colorScheme: page, borderRadius: message.preview.radius }}
    />
  );
};

/** The size of the frame in a page of this width, as the loader makes it. */
const sizeOf = (
  { variant, size, width, height }: Preview,
  kind: PlayerKind,
  page: string,
): { width: string; height: number } => {
  const usual = kind === 'stations' ? 120 : 360;
  const whole = page === '100%' ? '100%' : `${page}px`;
  if (variant === 'floating') return { width: '360px', height: 420 };
  if (variant === 'sticky') return { width: whole, height: 72 };
  if (size === 'fixed') return { width: `${width ?? 420}px`, height: height ?? usual };
  return { width: whole, height: usual };
};
