import { Alert, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch, type Control } from 'react-hook-form';
import { moment } from '#web/lib/format.ts';
import { clockText, parseLocalTime, browserTimeZone } from '#web/lib/zone-time.ts';
import type { EpisodeFormModel, WrittenInput, WrittenOutput } from './episode-form.ts';

type PublishFieldProps = { form: EpisodeFormModel; zone: string; isPublished: boolean; hasAudio: boolean };

/** Publishes the episode not at all, now, or at a time in the given time zone. */
export const PublishField = ({ form: { control }, zone, isPublished, hasAudio }: PublishFieldProps) => {
  const when = useWatch({ control, name: 'when' });
  return (
    <Stack gap="sm">
      <Controller
        control={control}
        name="when"
        render={({ field: { value, onChange, ref } }) => (
          <Radio.Group value={value} onChange={onChange} label="Publishing">
            <Stack gap="xs" mt="xs">
              <Radio ref={ref} value="draft" label="Draft" description="Visible to your team only" />
              {!isPublished && (
                <Radio value="now" label="Now" description="As soon as you save and the audio is ready" />
              )}
              <Radio
                value="date"
                label={isPublished ? 'Published' : 'Later'}
                description={isPublished ? 'Since the date below' : 'Publish at a scheduled time'}
              />
            </Stack>
          </Radio.Group>
        )}
      />
      {when === 'date' && <DateField control={control} zone={zone} />}
      {when !== 'draft' && !hasAudio && (
        <Alert color="yellow" variant="light">
          There is no audio yet. The episode will be published once its audio is ready.
        </Alert>
      )}
    </Stack>
  );
};

type DateFieldProps = { control: Control<WrittenInput, unknown, WrittenOutput>; zone: string };

const DateField = ({ control, zone }: DateFieldProps) => {
  const date = useWatch({ control, name: 'publish_date' });
  const [text, setText] = useState(() => (date ? clockText(date, zone) : ''));
  return (
    <Controller
      control={control}
      name="publish_date"
      render={({ field: { onChange, onBlur, ref }, fieldState }) => (
        <>
          <TextInput
            ref={ref}
            type="datetime-local"
            label="Date and time"
            description={`Time zone: ${zone.replaceAll('_', ' ')}`}
            required
            value={text}
            onBlur={onBlur}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              onChange(parseLocalTime(value, zone) ?? null);
            }}
            error={fieldState.error?.message}
          />
          {date && zone !== browserTimeZone() && (
            <Text size="sm" c="dimmed">
              {moment(date)} in your time zone
            </Text>
          )}
        </>
      )}
    />
  );
};
