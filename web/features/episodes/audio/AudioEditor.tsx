import { Alert, Switch, Text } from '@mantine/core';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { toastInvalid } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { previewQuery, waveformQuery } from '../queries.ts';
import { episodePlayback as playback } from '#web/features/episodes/shared/episode-playback.ts';
import { unsavedEpisode } from '#web/features/episodes/shared/episode-labels.ts';
import classes from './AudioEditor.module.css';
import { AudioFoot } from './AudioFoot.tsx';
import { ChapterRows, isValidChapter } from './ChapterRows.tsx';
import { CutList, Selection } from './CutList.tsx';
import { lengthOf, normalizeCuts } from './cuts.ts';
import { isChanged, redo, sketchOf, step, undo, type History, type Sketch } from './sketch.ts';
import { Transport } from './Transport.tsx';
import { useSaveAudio } from './use-save-audio.ts';
import { useWave, type Span, type Wave } from './use-wave.ts';

/** Edits cuts and chapters on an episode's waveform; plays the result and never changes the original file. */
export const AudioEditor = ({ episode }: { episode: Episode }) => {
  const file = `${episode.original?.filename ?? ''} ${episode.original?.size ?? 0}`;
  const [{ data: sound }, { data: urls }] = useSuspenseQueries({
    queries: [waveformQuery(episode.podcast, episode.key, file), previewQuery(episode.podcast, episode.key, file)],
  });
  const { duration } = sound;
  const [saved, setSaved] = useState(() => sketchOf(episode));
  const [history, setHistory] = useState<History>({ past: [], now: saved, future: [], last: '' });
  const [selection, setSelection] = useState<Span>();
  const { saving, save } = useSaveAudio(episode, setSaved);
  const { now } = history;
  const change = (to: Partial<Sketch>, name = ''): void =>
    setHistory((before) => step(before, { ...before.now, ...to }, name));
  const setCuts = (cuts: Sketch['cuts']): void => change({ cuts: normalizeCuts(cuts, duration) });
  const [attach, wave] = useWave({
    sound,
    url: urls.original ?? '',
    cuts: now.cuts,
    marks: now.marks,
    selection,
    onSelect: setSelection,
    onCut: (i, span) => setCuts(now.cuts.with(i, span)),
    onMark: (id, start) => change({ marks: now.marks.map((mark) => (mark.id === id ? { ...mark, start } : mark)) }),
  });
  useEffect(() => playback.stop(), []);
  const cutOut = (span: Span | undefined): void => {
    if (!span) return;
    setCuts([...now.cuts, span]);
    setSelection(undefined);
  };
  const selectFrom = (): void => setSelection(spanFrom(wave.now(), selection, duration));
  const selectTo = (): void => setSelection(spanTo(wave.now(), selection));
  const addMark = (): void =>
    change({ marks: [...now.marks, { id: crypto.randomUUID(), start: wave.now(), title: '', url: '' }] });
  const shortcuts: Record<string, () => void> = {
    ...playbackShortcuts(wave, duration),
    i: selectFrom,
    o: selectTo,
    c: addMark,
    x: () => cutOut(selection),
    Delete: () => cutOut(selection),
    Escape: () => setSelection(undefined),
  };
  const undoStep = (): void => setHistory(undo);
  const redoStep = (): void => setHistory(redo);
  const isDirty = isChanged(saved, now);
  const isBusy = saving !== undefined;
  const editedLength = lengthOf(now.cuts, duration);
  const send = (): void => {
    if (now.marks.every(isValidChapter)) void save(saved, now);
    else toastInvalid();
  };
  return (
    <Surface
      title="Audio and chapters"
      description="Cuts never change the original file, so you can restore them at any time. The published audio stays online until the new audio is ready."
    >
      <fieldset
        disabled={isBusy}
        className={classes.root}
        aria-label="Audio and chapters"
        onKeyDown={(event) => onKey(event, shortcuts, undoStep, redoStep)}
      >
        {wave.isMute && <MuteAlert />}
        <div ref={attach} className={classes.wave} dir="ltr" />
        <Transport
          wave={wave}
          duration={duration}
          canUndo={history.past.length > 0}
          canRedo={history.future.length > 0}
          onUndo={undoStep}
          onRedo={redoStep}
          onFrom={selectFrom}
          onTo={selectTo}
        />
        {selection && (
          <Selection
            span={selection}
            duration={duration}
            onChange={(span) => setSelection(span.from <= span.to ? span : { from: span.to, to: span.from })}
            onPlay={() => wave.play(selection)}
            onCut={() => cutOut(selection)}
            onKeep={() => {
              setCuts([...now.cuts, { from: 0, to: selection.from }, { from: selection.to, to: duration }]);
              setSelection(undefined);
            }}
            onClear={() => setSelection(undefined)}
          />
        )}
        <ShortcutHint />
        <div className={classes.lists}>
          <CutList
            cuts={now.cuts}
            duration={duration}
            onChange={(i, cut) => setCuts(now.cuts.with(i, cut))}
            onRemove={(i) => setCuts(now.cuts.toSpliced(i, 1))}
          />
          <ChapterRows
            marks={now.marks}
            cuts={now.cuts}
            duration={duration}
            onAdd={addMark}
            onChange={(mark, name) =>
              change({ marks: now.marks.map((one) => (one.id === mark.id ? mark : one)) }, name)
            }
            onRemove={(id) => change({ marks: now.marks.filter((mark) => mark.id !== id) })}
            onPlay={(at) => wave.play({ from: at, to: duration })}
          />
        </div>
        <Switch
          label="Normalize loudness"
          description="To −16 LUFS, as directories recommend. Dynamics are preserved."
          checked={now.level}
          onChange={({ currentTarget: { checked } }) => change({ level: checked })}
        />
        <AudioFoot
          length={duration}
          editedLength={editedLength}
          isDirty={isDirty}
          progress={saving?.progress}
          isBusy={isBusy}
          onDiscard={() => change(saved)}
          onSave={send}
        />
      </fieldset>
      {/* Saving continues when the user leaves the page. */}
      <UnsavedGuard when={isDirty && !isBusy} beforeUnload={isDirty || isBusy} text={unsavedEpisode} />
    </Surface>
  );
};

const MuteAlert = () => (
  <Alert color="yellow" variant="light" title="This browser can’t play the original file">
    You can still edit it on the waveform.
  </Alert>
);

const ShortcutHint = () => (
  <Text size="xs" c="dimmed">
    Keyboard shortcuts on the waveform: Space plays, arrow keys move, I and O set the selection, X cuts it out, C adds a
    chapter, Ctrl+Z undoes.
  </Text>
);

const playbackShortcuts = (wave: Wave, duration: number): Record<string, () => void> => ({
  ' ': () => wave.toggle(),
  ArrowLeft: () => wave.seek(wave.now() - 1),
  ArrowRight: () => wave.seek(wave.now() + 1),
  ArrowDown: () => wave.seek(wave.now() - 0.1),
  ArrowUp: () => wave.seek(wave.now() + 0.1),
  PageDown: () => wave.seek(wave.now() - 15),
  PageUp: () => wave.seek(wave.now() + 15),
  Home: () => wave.seek(0),
  End: () => wave.seek(duration),
});

const spanFrom = (from: number, span: Span | undefined, duration: number): Span =>
  span && span.to > from ? { from, to: span.to } : { from, to: Math.min(duration, from + 5) };

const spanTo = (to: number, span: Span | undefined): Span =>
  span && span.from < to ? { from: span.from, to } : { from: Math.max(0, to - 5), to };

/** Keyboard shortcuts apply on the waveform only, not in fields or on buttons. */
const onKey = (
  event: KeyboardEvent<HTMLElement>,
  shortcuts: Record<string, () => void>,
  undoStep: () => void,
  redoStep: () => void,
): void => {
  const target = event.nativeEvent.composedPath()[0] as HTMLElement;
  if (/^(INPUT|TEXTAREA)$/.test(target.tagName)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    return event.shiftKey ? redoStep() : undoStep();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.getAttribute('part') !== 'scroll') return;
  const shortcut = shortcuts[event.key] ?? shortcuts[event.key.toLowerCase()];
  if (!shortcut) return;
  event.preventDefault();
  shortcut();
};
