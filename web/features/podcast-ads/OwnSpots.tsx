import { ActionIcon, Button, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlayerPlayFilled, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { markerProblem } from '#contract/api/ad-markers.ts';
import type { Episode } from '#contract/api/episode.ts';
import type { AdBounds, EpisodeAds } from '#contract/api/podcast-ads.ts';
import { episodePlayback } from '#web/features/episodes/shared/episode-playback.ts';
import { duration as clock } from '#web/lib/format.ts';
import { readTime } from './spot-labels.ts';
import classes from './Spots.module.css';

type Own = NonNullable<EpisodeAds['own']>;
type OwnPlacesProps = {
  episode: Episode;
  own: Own;
  bounds: AdBounds;
  duration: number;
  errorAt: (index: number) => string | undefined;
  tooMany: string | undefined;
  onChange: (own: Own) => void;
};

/** Seconds to play before a spot in its preview. */
const leadS = 4;

/** An episode's own spots as a form: the number of pre- and post-rolls, and the time of each mid-roll. */
export const OwnSpots = ({ episode, own, bounds, duration, errorAt, tooMany, onChange }: OwnPlacesProps) => {
  const change = (mid: number[]): void => onChange({ ...own, mid });
  const listen = (at: number) => void episodePlayback.play(episode.podcast, episode.key, Math.max(0, at - leadS));
  const next = freeMinute(own.mid, { bounds, duration });
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} maw={480}>
        {(['pre_roll', 'post_roll'] as const).map((name) => (
          <NumberInput
            key={name}
            label={name === 'pre_roll' ? 'Pre-roll' : 'Post-roll'}
            min={0}
            max={bounds[name]}
            clampBehavior="strict"
            allowDecimal={false}
            value={own[name]}
            onChange={(value) => onChange({ ...own, [name]: Number(value) || 0 })}
          />
        ))}
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={6}>
          Mid-roll
        </Text>
        <ul className={classes.rows}>
          {own.mid.map((at, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- a spot is identified by its index, since its time changes
            <li key={i} className={classes.row}>
              <TimeInput
                label={`Time of spot ${String(i + 1)}`}
                at={at}
                error={errorAt(i)}
                onChange={(to) => change(own.mid.with(i, to))}
              />
              <ActionIcon
                size={36}
                variant="default"
                aria-label={`Listen to spot ${String(i + 1)}`}
                onClick={() => listen(at)}
              >
                <IconPlayerPlayFilled size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon
                size={36}
                variant="subtle"
                color="red"
                aria-label={`Remove spot ${String(i + 1)}`}
                onClick={() => change(own.mid.toSpliced(i, 1))}
              >
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {tooMany !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" mt={6} role="alert">
            {tooMany}
          </Text>
        )}
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={next === undefined || own.mid.length >= bounds.mid_roll}
          onClick={() => next !== undefined && change([...own.mid, next])}
        >
          Add spot
        </Button>
        <Text size="sm" c="dimmed" mt={6}>
          {own.mid.length >= bounds.mid_roll
            ? `Maximum ${String(bounds.mid_roll)} allowed.`
            : 'Or click the waveform. Arrow keys move a spot by one second, with Shift by ten.'}
        </Text>
      </div>
    </Stack>
  );
};

type TimeInputProps = { label: string; at: number; error: string | undefined; onChange: (at: number) => void };

/** A time such as 12:30; input applies once it is valid. */
const TimeInput = ({ label, at, error, onChange }: TimeInputProps) => {
  const [typed, setTyped] = useState<string>();
  const isUnreadable = typed !== undefined && readTime(typed) === undefined;
  return (
    <TextInput
      aria-label={label}
      inputMode="numeric"
      value={typed ?? clock(at)}
      error={isUnreadable ? 'Enter a time such as 12:30.' : error}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const to = readTime(value);
        if (to !== undefined) onChange(to);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
};

/** The first whole minute where one more spot is allowed. */
const freeMinute = (mid: readonly number[], at: { bounds: AdBounds; duration: number }): number | undefined => {
  for (let second = 60; second < at.duration; second += 60)
    if (markerProblem([...mid, second], mid.length, at) === undefined) return second;
  return undefined;
};
