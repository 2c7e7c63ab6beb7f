import { Text } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { NewRecordingSchedule, type RecordingTable } from '#contract/api/recording-schedules.ts';
import { nextSlotTimes } from '#contract/rules/recording-slots.ts';
import { titleOfRecording } from '#contract/rules/recording-title.ts';
import { longDuration, momentIn } from '#web/lib/format.ts';
import { formatZone } from './recording-format.ts';
import classes from './Recording.module.css';

const maxPreviews = 5;

/** Previews the next recordings of the form's values and the title of the first episode. */
export const SchedulePreview = ({ stations }: Pick<RecordingTable, 'stations'>) => {
  const { control } = useFormContext<NewRecordingSchedule>();
  const parsed = NewRecordingSchedule.safeParse(useWatch({ control }));
  if (!parsed.success) return null;
  const { stream, name, title, timezone, ...plan } = parsed.data;
  const times = nextSlotTimes({ ...plan, timezone }, Date.now(), maxPreviews);
  const station = stations.find(({ key }) => key === stream)?.name ?? '';
  const iso = (at: number): string => new Date(at).toISOString();
  return (
    <div aria-live="polite">
      <Text size="sm" fw={500}>
        Next recordings, {formatZone(timezone)}
      </Text>
      {times.length === 0 ? (
        <Text size="sm" c="dimmed">
          None: the last day has passed.
        </Text>
      ) : (
        <ul className={classes.preview}>
          {times.map(({ begin, end }) => (
            <li key={begin}>
              {momentIn(iso(begin), timezone)}, {longDuration((end - begin) / 1000)}
            </li>
          ))}
        </ul>
      )}
      {times[0] && (
        <Text size="sm" c="dimmed" mt={4}>
          First episode: “{titleOfRecording(title, { name, station, timezone, begin: times[0].begin })}”
        </Text>
      )}
    </div>
  );
};
