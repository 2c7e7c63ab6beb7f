import { Alert, Button, Group, Progress, Switch, Text } from '@mantine/core';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { Episode } from '#contract/episode.ts';
import { announceInvalid } from '#web/lib/announce.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import { previewQuery, waveformQuery } from '../queries.ts';
import { sound as heard } from '../shared/episode-sound.ts';
import { unsavedEpisode } from '../shared/episode-words.ts';
import classes from './AudioEditor.module.css';
import { ChapterRows, isWhole } from './ChapterRows.tsx';
import { CutList, Selection } from './CutList.tsx';
import { lengthOf, tidy } from './cuts.ts';
import { isChanged, redo, sketchOf, step, undo, type History, type Sketch } from './sketch.ts';
import { Transport } from './Transport.tsx';
import { timeText } from './time-text.ts';
import { useSaveSound } from './use-save-sound.ts';
import { useWave, type Span } from './use-wave.ts';

/** Cuts and names the sound of an episode on its wave; what plays is what will be heard, and nothing is lost of the file. */
export const AudioEditor = ({ episode }: { episode: Episode }) => {
  const file = `${episode.original?.filename ?? ''} ${episode.original?.size ?? 0}`;
  const [{ data: sound }, { data: urls }] = useSuspenseQueries({
    queries: [waveformQuery(episode.podcast, episode.key, file), previewQuery(episode.podcast, episode.key, file)],
  });
  const { duration } = sound;
  const [saved, setSaved] = useState(() => sketchOf(episode));
  const [history, setHistory] = useState<History>({ past: [], now: saved, future: [], last: '' });
  const [selection, setSelection] = useState<Span>();
  const { saving, save } = useSaveSound(episode, setSaved);
  const { now } = history;
  const change = (to: Partial<Sketch>, name = ''): void =>
    setHistory((before) => step(before, { ...before.now, ...to }, name));
  const setCuts = (cuts: Sketch['cuts']): void => change({ cuts: tidy(cuts, duration) });
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
  useEffect(() => heard.stop(), []);
  const cutOut = (span: Span | undefined): void => {
    if (!span) return;
    setCuts([...now.cuts, span]);
    setSelection(undefined);
  };
  const selectFrom = (): void => setSelection(spanFrom(wave.now(), selection, duration));
  const selectTo = (): void => setSelection(spanTo(wave.now(), selection));
  const addMark = (): void =>
    change({ marks: [...now.marks, { id: crypto.randomUUID(), start: wave.now(), title: '', url: '' }] });
  const acts: Record<string, () => void> = {
    ' ': () => wave.toggle(),
    ArrowLeft: () => wave.seek(wave.now() - 1),
    ArrowRight: () => wave.seek(wave.now() + 1),
    ArrowDown: () => wave.seek(wave.now() - 0.1),
    ArrowUp: () => wave.seek(wave.now() + 0.1),
    PageDown: () => wave.seek(wave.now() - 15),
    PageUp: () => wave.seek(wave.now() + 15),
    Home: () => wave.seek(0),
    End: () => wave.seek(duration),
    i: selectFrom,
    o: selectTo,
    c: addMark,
    x: () => cutOut(selection),
    Delete: () => cutOut(selection),
    Escape: () => setSelection(undefined),
  };
  const back = (): void => setHistory(undo);
  const again = (): void => setHistory(redo);
  const isDirty = isChanged(saved, now);
  const isBusy = saving !== undefined;
  const left = lengthOf(now.cuts, duration);
  const send = (): void => {
    if (now.marks.every(isWhole)) void save(saved, now);
    else announceInvalid();
  };
  return (
    <Surface
      title="Sound and chapters"
      description="Cuts are made from the file as it came, so each can be put back at any time. What was published stays as it is until the new audio is ready."
    >
      <fieldset
        disabled={isBusy}
        className={classes.root}
        aria-label="Sound and chapters"
        onKeyDown={(event) => onKey(event, acts, back, again)}
      >
        {wave.isMute && (
          <Alert color="yellow" variant="light" title="This browser can’t play the file as it came">
            It can be cut by its picture all the same.
          </Alert>
        )}
        <div ref={attach} className={classes.wave} dir="ltr" />
        <Transport
          wave={wave}
          duration={duration}
          canUndo={history.past.length > 0}
          canRedo={history.future.length > 0}
          onUndo={back}
          onRedo={again}
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
        <Text size="xs" c="dimmed">
          Keys on the wave: space plays, arrows move, I and O select from and to, X cuts out, C adds a chapter, Ctrl+Z
          undoes.
        </Text>
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
          label="Level the loudness"
          description="To −16 LUFS, as directories ask for; quiet and loud passages keep their difference."
          checked={now.level}
          onChange={({ currentTarget: { checked } }) => change({ level: checked })}
        />
        <div className={classes.foot}>
          <Text size="sm" className="numbers">
            As it came <b>{timeText(duration)}</b>, as it will be heard <b>{timeText(left)}</b>
          </Text>
          <Group gap="sm">
            <Button variant="default" disabled={!isDirty} onClick={() => change(saved)}>
              Back to what is saved
            </Button>
            <Button loading={isBusy} disabled={!isDirty || left === 0} onClick={send}>
              Save the audio
            </Button>
          </Group>
        </div>
        {saving?.progress !== undefined && (
          <div role="status">
            <Text size="sm">The new audio is being made, {saving.progress} %.</Text>
            <Progress value={saving.progress} color="green" size="sm" mt={6} aria-label="Making the new audio" />
          </div>
        )}
      </fieldset>
      {/* What is being saved is saved also when another page is looked at. */}
      <UnsavedGuard when={isDirty && !isBusy} beforeUnload={isDirty || isBusy} text={unsavedEpisode} />
    </Surface>
  );
};

const spanFrom = (from: number, span: Span | undefined, duration: number): Span =>
  span && span.to > from ? { from, to: span.to } : { from, to: Math.min(duration, from + 5) };

const spanTo = (to: number, span: Span | undefined): Span =>
  span && span.from < to ? { from: span.from, to } : { from: Math.max(0, to - 5), to };

/** Keys act on the wave, not on what is typed into fields or pressed. */
const onKey = (
  event: KeyboardEvent<HTMLElement>,
  acts: Record<string, () => void>,
  back: () => void,
  again: () => void,
): void => {
  const target = event.nativeEvent.composedPath()[0] as HTMLElement;
  if (/^(INPUT|TEXTAREA)$/.test(target.tagName)) return;
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    return event.shiftKey ? again() : back();
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.getAttribute('part') !== 'scroll') return;
  const act = acts[event.key] ?? acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
};
