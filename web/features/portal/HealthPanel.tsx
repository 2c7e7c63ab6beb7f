import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/api/portal.ts';
import { count, moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './HealthPanel.module.css';
import { healthQuery } from './queries.ts';

type Health = z.infer<typeof PartHealth>;

/** The health of every component, with advice for those that have problems. */
export const HealthPanel = () => {
  const { data, error } = useQuery({ ...healthQuery, throwOnError: false });
  return (
    <Surface title="Health" description={data ? summaryOf(data.parts) : 'All components'}>
      {error && !data ? (
        <Text c="dimmed">Health checks are unavailable right now. Retrying in 30 seconds.</Text>
      ) : !data ? (
        <ScreenSkeleton />
      ) : (
        <>
          <ul className={classes.list}>
            {data.parts.map((one) => (
              <Part key={one.part} {...one} />
            ))}
          </ul>
          <Text size="xs" c="dimmed" mt="sm">
            Checked {moment(data.checked)}
          </Text>
        </>
      )}
    </Surface>
  );
};

const Part = ({ part, state, detail, latency }: Health) => (
  <li className={classes.part}>
    <div className={classes.line}>
      <Text fw={600}>{names[part]}</Text>
      {latency !== null && (
        <Text size="sm" c="dimmed" className="numbers">
          <bdi>{Math.round(latency)} ms</bdi>
        </Text>
      )}
      <Badge color={colors[state]}>{stateLabels[state]}</Badge>
    </div>
    {detail !== '' && (
      <Text size="sm" c="dimmed">
        <bdi>{detail}</bdi>
      </Text>
    )}
    {state !== 'ok' && (
      <Text size="sm">
        <bdi>{advice[part]}</bdi>
      </Text>
    )}
  </li>
);

const summaryOf = (parts: readonly Health[]): string => {
  const unhealthy = parts.filter(({ state }) => state !== 'ok');
  return unhealthy.length === 0
    ? 'All systems operational.'
    : `${count(unhealthy.length, 'issue')}: ${unhealthy.map(({ part }) => names[part]).join(', ')}`;
};

const stateLabels = { ok: 'Operational', degraded: 'Degraded', down: 'Down' } as const;
const colors = { ok: 'green', degraded: 'yellow', down: 'red' } as const;
const names: Record<Health['part'], string> = {
  database: 'Database',
  analytics: 'Analytics',
  engine: 'Streaming engine',
  storage: 'Storage',
  mail: 'Mail',
  jobs: 'Jobs',
  identity: 'Sign-in',
};
const advice: Record<Health['part'], string> = {
  database: 'Check the database log and its free disk space. Streams keep running.',
  analytics:
    'Statistics wait in the engine’s spool and are counted once analytics is back. Restart it if it stays down.',
  engine: 'Stations are off the air while it is down. It restarts automatically; if not, check its log.',
  storage: 'Free disk space, or check the URL and keys of the bucket. Uploads fail until then.',
  mail: 'Check SMTP_URL and the mail server. Failed e-mails are retried.',
  jobs: 'Check the failed jobs below. If no jobs run at all, restart the worker.',
  identity: 'Nobody can sign in until it responds. Check OIDC_ISSUER, or restart the portal.',
};
