import { Button, Group, Progress, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import type { WelcomePrompt } from '#contract/api/telephony.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { duration, moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { promptUrlQuery, useRemovePrompt, useSetPrompt } from './queries.ts';
import { RecordPrompt } from './RecordPrompt.tsx';
import classes from './Telephony.module.css';

type PromptPanelProps = { stationKey: StationKey; prompt: WelcomePrompt | null; mayChange: boolean };

/** What callers hear before the station: upload, record, listen, replace and remove it. */
export const PromptPanel = ({ stationKey, prompt, mayChange }: PromptPanelProps) => {
  const [share, setShare] = useState(0);
  const upload = useSetPrompt(stationKey, setShare);
  const send = (file: File): void => {
    setShare(0);
    upload.mutate(file, {
      onSuccess: ({ cut }) =>
        toastSuccess(
          cut ? `It was cut at ${limits.promptMaxS} seconds and fades out.` : 'Callers hear it from the next call on.',
          'Welcome prompt saved',
        ),
    });
  };
  return (
    <Surface title="Welcome prompt" description="Plays before the station, once for each caller">
      {prompt && <Current stationKey={stationKey} prompt={prompt} mayChange={mayChange} />}
      {mayChange &&
        (upload.isPending ? (
          <div className={classes.progress} role="status">
            <Text size="sm">{share < 1 ? 'Uploading the prompt' : 'Preparing it for the telephone'}</Text>
            <Progress value={share * 100} animated={share >= 1} aria-label="Upload of the prompt" />
          </div>
        ) : (
          <>
            <FileDrop
              title={prompt ? 'Replace it' : 'Drop an audio file here'}
              hint={`MP3, FLAC, WAV, M4A or OGG, less than 10MB; the first ${limits.promptMaxS} seconds play`}
              button="Choose a file"
              isCompact
              multiple={false}
              onFiles={([file]) => file && send(file)}
            />
            <RecordPrompt onRecorded={send} />
          </>
        ))}
      {!mayChange && !prompt && <Text c="dimmed">Callers hear the station at once.</Text>}
    </Surface>
  );
};

const Current = ({ stationKey, prompt, mayChange }: PromptPanelProps & { prompt: WelcomePrompt }) => {
  const { data: url } = useQuery({ ...promptUrlQuery(stationKey, prompt.uploaded), enabled: mayChange });
  const remove = useRemovePrompt(stationKey);
  return (
    <div className={classes.prompt}>
      <Group justify="space-between" gap="sm">
        <div className={classes.words}>
          <Text fw={600} truncate>
            <bdi>{prompt.name}</bdi>
          </Text>
          <Text size="sm" c="dimmed">
            {duration(Math.round(prompt.ms / 1000))}
            {prompt.cut && ', cut at its end'} · {moment(prompt.uploaded)}
          </Text>
        </div>
        {mayChange && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, {
                onSuccess: () => toastSuccess('Callers hear the station at once.', 'Prompt removed'),
              })
            }
          >
            Remove
          </Button>
        )}
      </Group>
      {url && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- a station's own words, without a transcript
        <audio key={url} controls preload="metadata" src={url} className={classes.audio} aria-label="Welcome prompt" />
      )}
    </div>
  );
};
