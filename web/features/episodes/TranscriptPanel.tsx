import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileText, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Episode } from '#contract/episode.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { duration } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { Teach } from '#web/ui/Teach.tsx';
import { transcriptQuery, useTranscript } from './queries.ts';
import { sound, useSound } from './shared/episode-sound.ts';
import classes from './TranscriptPanel.module.css';

type TranscriptPanelProps = { episode: Episode; mayChange: boolean };

/** What is said in an episode, line by line beside its sound; files are WebVTT or SubRip. */
export const TranscriptPanel = ({ episode, mayChange }: TranscriptPanelProps) => {
  const keep = useTranscript(episode.podcast, episode.key);
  const [asks, setAsks] = useState(false);
  const [choices, setChoices] = useState(0);
  const choose = (file: File | null): void => {
    setChoices(choices + 1);
    if (file) keep.mutate(file, { onSuccess: () => announceSuccess('The transcript was kept.') });
  };
  const has = episode.transcript !== null;
  const upload = (
    <FileButton key={choices} accept=".vtt,.srt,text/vtt,application/x-subrip" onChange={choose}>
      {(opener) => (
        <Button
          {...opener}
          variant="default"
          size="xs"
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={keep.isPending}
        >
          {has ? 'Replace the transcript' : 'Upload a transcript'}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Surface
      title="Transcript"
      description={has ? 'A click on a line plays from there.' : undefined}
      actions={
        mayChange &&
        has && (
          <Group gap="xs">
            {upload}
            <Button
              variant="subtle"
              color="red"
              size="xs"
              leftSection={<IconTrash size={16} aria-hidden />}
              onClick={() => setAsks(true)}
            >
              Remove the transcript
            </Button>
          </Group>
        )
      }
    >
      {has ? (
        <Lines episode={episode} />
      ) : (
        <Teach icon={<IconFileText size={28} />} title="No transcript yet" action={mayChange && upload}>
          A transcript makes an episode readable, searchable and open to those who can’t hear it. Apps show it while it
          plays. WebVTT and SubRip files are taken.
        </Teach>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title="Remove the transcript?"
        confirm="Remove"
        danger
        busy={keep.isPending}
        onConfirm={() => keep.mutate(null, { onSettled: () => setAsks(false) })}
      >
        Apps and the public page show it no more.
      </ConfirmDialog>
    </Surface>
  );
};

const Lines = ({ episode }: { episode: Episode }) => {
  const { data } = useQuery(
    transcriptQuery(episode.podcast, episode.key, episode.transcript?.url ?? '', episode.updated),
  );
  const { at, status } = useSound(episode.key);
  const isOn = status === 'playing';
  const cues = data?.cues ?? [];
  const now = status === 'stopped' ? -1 : cues.findLastIndex(({ from }) => from <= at + 0.05);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = isOn ? list.current?.children[now] : undefined;
    if (!(line instanceof HTMLElement) || !list.current) return;
    // Only the list scrolls, never the page under the reader.
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 2;
  }, [now, isOn]);
  if (data && cues.length === 0)
    return (
      <Text c="dimmed" size="sm">
        The transcript has no lines.
      </Text>
    );
  return (
    <ol ref={list} className={classes.lines} tabIndex={0} aria-label="Transcript">
      {cues.map(({ from, text }, i) => (
        <li key={i} data-now={i === now || undefined} aria-current={i === now || undefined}>
          <button
            type="button"
            className={classes.line}
            onClick={() => void sound.play(episode.podcast, episode.key, from)}
          >
            <span className={`${classes.time} numbers`}>{duration(from)}</span>
            <span>{plain(text)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
};

/** Without the marks that files of captions carry. */
const plain = (text: string): string =>
  text
    .replace(/<v[. ]([^>]*)>/gi, '$1: ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
