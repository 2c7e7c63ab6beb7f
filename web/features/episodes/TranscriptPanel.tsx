import { Button, FileButton, Group, Text } from '@mantine/core';
import { IconFileText, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { duration } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { transcriptQuery, useTranscript } from './queries.ts';
import { episodePlayback, useEpisodePlayback } from './shared/episode-playback.ts';
import classes from './TranscriptPanel.module.css';

type TranscriptPanelProps = { episode: Episode; mayChange: boolean };

/** The transcript of an episode, line by line in sync with the audio; accepts WebVTT and SubRip files. */
export const TranscriptPanel = ({ episode, mayChange }: TranscriptPanelProps) => {
  const saveTranscript = useTranscript(episode.podcast, episode.key);
  const [isRemoving, setRemoving] = useState(false);
  const [choices, setChoices] = useState(0);
  const choose = (file: File | null): void => {
    setChoices(choices + 1);
    if (file) saveTranscript.mutate(file, { onSuccess: () => toastSuccess('Transcript saved.') });
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
          loading={saveTranscript.isPending}
        >
          {has ? 'Replace transcript' : 'Upload transcript'}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Surface
      title="Transcript"
      description={has ? 'Click a line to play from there.' : undefined}
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
              onClick={() => setRemoving(true)}
            >
              Remove transcript
            </Button>
          </Group>
        )
      }
    >
      {has ? (
        <Lines episode={episode} />
      ) : (
        <EmptyState icon={<IconFileText size={28} />} title="No transcript yet" action={mayChange && upload}>
          A transcript makes an episode readable, searchable and accessible to people who can’t hear it. Apps show it
          during playback. Upload a WebVTT or SubRip file.
        </EmptyState>
      )}
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title="Remove transcript?"
        confirm="Remove"
        danger
        busy={saveTranscript.isPending}
        onConfirm={() => saveTranscript.mutate(null, { onSettled: () => setRemoving(false) })}
      >
        It will be removed from apps and the public page.
      </ConfirmDialog>
    </Surface>
  );
};

const Lines = ({ episode }: { episode: Episode }) => {
  const { data } = useQuery(
    transcriptQuery(episode.podcast, episode.key, episode.transcript?.url ?? '', episode.updated),
  );
  const { at, status } = useEpisodePlayback(episode.key);
  const isOn = status === 'playing';
  const cues = data?.cues ?? [];
  const now = status === 'stopped' ? -1 : cues.findLastIndex(({ from }) => from <= at + 0.05);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = isOn ? list.current?.children[now] : undefined;
    if (!(line instanceof HTMLElement) || !list.current) return;
    // Scrolls only the list, never the page.
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
            onClick={() => void episodePlayback.play(episode.podcast, episode.key, from)}
          >
            <span className={`${classes.time} numbers`}>{duration(from)}</span>
            <span>{plain(text)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
};

/** The text without caption markup. */
const plain = (text: string): string =>
  text
    .replace(/<v[. ]([^>]*)>/gi, '$1: ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
