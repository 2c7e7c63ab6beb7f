import { useEffect, useEffectEvent, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import RegionsPlugin, { type Region } from 'wavesurfer.js/plugins/regions';
import { player } from '#web/features/player/shared/player.ts';
import { styleNonce } from '#web/lib/nonce.ts';
import { cutEndAt, minCutLength, type Cut } from './cuts.ts';
import type { Mark } from './sketch.ts';
import { timeText } from './time-text.ts';

export type Span = { from: number; to: number };
type Peaks = { duration: number; peaks: readonly number[] };
type WaveInput = {
  sound: Peaks;
  /** URL of the file. */
  url: string;
  cuts: readonly Cut[];
  marks: readonly Mark[];
  selection: Span | undefined;
  onSelect: (span: Span) => void;
  onCut: (i: number, span: Span) => void;
  onMark: (id: string, start: number) => void;
};

export type Wave = {
  time: number;
  isPlaying: boolean;
  /** Whether the browser can't play the file. */
  isMute: boolean;
  now: () => number;
  toggle: () => void;
  play: (span: Span) => void;
  seek: (to: number) => void;
  zoom: (pxPerSecond: number) => void;
};

type Regions = InstanceType<typeof RegionsPlugin>;
type Parts = { ws: WaveSurfer; regions: Regions };

/**
 * Draws the waveform of a file with its cuts and chapters; playback skips the cuts. Returns a ref callback for the
 * container element, and the playback controls.
 */
export const useWave = (input: WaveInput): [attach: (container: HTMLDivElement | null) => void, wave: Wave] => {
  const { sound, url, cuts, marks, selection } = input;
  const [container, setContainer] = useState<HTMLDivElement | null>(null);
  const parts = useRef<Parts>(undefined);
  const [time, setTime] = useState(0);
  const [isPlaying, setPlaying] = useState(false);
  const [isMute, setMute] = useState(false);
  /** Set once the waveform is ready; regions cannot be drawn before. */
  const [ready, setReady] = useState<WaveSurfer>();
  const onTimeUpdate = useEffectEvent((at: number) => {
    const ws = parts.current?.ws;
    const resumeAt = ws?.isPlaying() === true ? cutEndAt(cuts, at) : undefined;
    if (ws && resumeAt !== undefined) {
      if (resumeAt >= sound.duration - minCutLength) ws.pause();
      ws.setTime(Math.min(resumeAt, sound.duration));
    }
    setTime(Math.round((resumeAt ?? at) * 10) / 10);
  });
  const onRegionCreated = useEffectEvent((region: Region) => {
    if (/^(cut|mark|selection) /.test(region.id)) return;
    region.remove();
    if (region.end - region.start >= minCutLength) input.onSelect({ from: region.start, to: region.end });
  });
  const onRegionUpdated = useEffectEvent((region: Region) => {
    const [kind, id = ''] = region.id.split(' ');
    const span = { from: region.start, to: region.end };
    if (kind === 'cut') input.onCut(Number(id), span);
    if (kind === 'mark') input.onMark(id, region.start);
    if (kind === 'selection') input.onSelect(span);
  });
  useEffect(() => {
    if (!container) return undefined;
    const created = create(container, sound, url);
    parts.current = created;
    const { ws, regions } = created;
    ws.on('ready', () => setReady(ws));
    ws.on('timeupdate', (at) => onTimeUpdate(at));
    ws.on('play', () => (player.stop(), setPlaying(true)));
    ws.on('pause', () => setPlaying(false));
    ws.on('finish', () => setPlaying(false));
    ws.on('error', () => setMute(true));
    regions.on('region-created', (region) => onRegionCreated(region));
    regions.on('region-updated', (region) => onRegionUpdated(region));
    return () => {
      parts.current = undefined;
      ws.destroy();
    };
  }, [container, sound, url]);
  useEffect(() => {
    if (parts.current && parts.current.ws === ready) draw(parts.current.regions, { cuts, marks, selection });
  }, [ready, cuts, marks, selection]);
  useEffect(() => {
    if (parts.current) describe(parts.current.ws, time, sound.duration);
  }, [container, time, sound, url]);
  const wave: Wave = {
    time,
    isPlaying,
    isMute,
    now: () => parts.current?.ws.getCurrentTime() ?? 0,
    toggle: () => void parts.current?.ws.playPause().catch(() => setMute(true)),
    play: ({ from, to }) => void parts.current?.ws.play(from, to).catch(() => setMute(true)),
    seek: (to) => parts.current?.ws.setTime(Math.min(Math.max(0, to), sound.duration)),
    zoom: (pxPerSecond) => parts.current?.ws.zoom(pxPerSecond),
  };
  return [setContainer, wave];
};

const create = (container: HTMLElement, { duration, peaks }: Peaks, url: string): Parts => {
  const color = (name: string): string => getComputedStyle(container).getPropertyValue(name).trim();
  const regions = RegionsPlugin.create();
  const ws = WaveSurfer.create({
    container,
    url,
    duration,
    // Alternating minimum and maximum of each interval: the lower and the upper half.
    peaks: [peaks.filter((_, i) => i % 2 === 1).map(share), peaks.filter((_, i) => i % 2 === 0).map(share)],
    height: 128,
    waveColor: color('--wave'),
    progressColor: color('--wave-heard'),
    cursorColor: color('--wave-now'),
    cursorWidth: 2,
    cspNonce: styleNonce(),
    plugins: [regions],
  });
  regions.enableDragSelection({ color: selected });
  return { ws, regions };
};

const share = (peak: number): number => peak / 128;

const selected = 'color-mix(in srgb, var(--mantine-color-brand-5) 30%, transparent)';
const cutOut = 'color-mix(in srgb, var(--mantine-color-red-6) 38%, transparent)';

const draw = (regions: Regions, { cuts, marks, selection }: Pick<WaveInput, 'cuts' | 'marks' | 'selection'>): void => {
  regions.clearRegions();
  for (const [i, { from, to }] of cuts.entries())
    regions.addRegion({ id: `cut ${i}`, start: from, end: to, color: cutOut, drag: false });
  if (selection)
    regions.addRegion({ id: 'selection now', start: selection.from, end: selection.to, color: selected, drag: false });
  for (const { id, start, title } of marks)
    regions.addRegion({
      id: `mark ${id}`,
      start,
      color: 'var(--mantine-color-brand-6)',
      content: flag(title),
      resize: false,
    });
};

/** A chapter's title on the waveform. */
const flag = (title: string): HTMLElement => {
  const element = document.createElement('div');
  element.textContent = title === '' ? 'Chapter' : title;
  Object.assign(element.style, {
    display: 'inline-block',
    maxWidth: '120px',
    padding: '1px 6px',
    overflow: 'hidden',
    color: 'var(--mantine-color-text)',
    background: 'var(--surface-raised)',
    border: '1px solid var(--mantine-color-default-border)',
    borderRadius: '0 4px 4px 0',
    fontSize: '11px',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  });
  return element;
};

/** Makes the waveform a slider for screen readers; the editor handles its keys. */
const describe = (ws: WaveSurfer, time: number, duration: number): void => {
  const scroll = ws.getWrapper().parentElement;
  if (!scroll) return;
  const attributes = {
    tabindex: '0',
    role: 'slider',
    'aria-label': 'Position in the audio',
    'aria-valuemin': '0',
    'aria-valuemax': duration.toFixed(1),
    'aria-valuenow': time.toFixed(1),
    'aria-valuetext': `${timeText(time)} of ${timeText(duration)}`,
  };
  for (const [name, value] of Object.entries(attributes)) scroll.setAttribute(name, value);
};
