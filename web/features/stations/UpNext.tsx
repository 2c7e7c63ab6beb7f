import { ActionIcon, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import { useUnqueue } from '#web/parts/air-queries.ts';
import { upNext } from './up-next.ts';
import classes from './OnAirPanel.module.css';

type UpNextProps = { stationKey: StationKey; live: StationLive; mayChange: boolean };

/** The next tracks: the queue, each removable, and what the Auto DJ would play. */
export const UpNext = ({ stationKey, live, mayChange }: UpNextProps) => {
  const unqueue = useUnqueue(stationKey);
  const rows = upNext(live);
  if (rows.length === 0) return null;
  return (
    <section aria-label="Next up">
      <Text size="xs" c="dimmed" fw={600} mt="md">
        Next up
      </Text>
      <ol className={classes.list}>
        {rows.map(({ id, title, artist, queued }) => (
          <li key={id} className={classes.row}>
            <span className={classes.words}>
              {title}
              {artist !== '' && <span className={classes.dimmed}> · {artist}</span>}
              {queued && (
                <span className={classes.dimmed}>
                  {' '}
                  ({queued.isRequest ? 'requested' : 'queued'} by {queued.by})
                </span>
              )}
            </span>
            {queued && mayChange && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove ${title} from the queue`}
                loading={unqueue.isPending && unqueue.variables === queued.id}
                onClick={() => unqueue.mutate(queued.id)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};
