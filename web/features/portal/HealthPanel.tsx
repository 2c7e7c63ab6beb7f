import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { PartHealth } from '#contract/portal.ts';
import { moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import classes from './HealthPanel.module.css';
import { healthQuery } from './queries.ts';

type Health = z.infer<typeof PartHealth>;

/** How every part of the system is, and what to do about one that is not well. */
export const HealthPanel = () => {
  const { data, error } = useQuery({ ...healthQuery, throwOnError: false });
  return (
    <Surface title="Health" description={data ? summaryOf(data.parts) : 'Every part of the system'}>
      {error && !data ? (
        <Text c="dimmed">The parts cannot be asked right now. They are asked again in half a minute.</Text>
      ) : !data ? (
        <Waiting />
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
      <Badge color={colors[state]}>{words[state]}</Badge>
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
  const ill = parts.filter(({ state }) => state !== 'ok');
  return ill.length === 0 ? 'Everything works.' : `Look at: ${ill.map(({ part }) => names[part]).join(', ')}.`;
};

const words = { ok: 'Works', degraded: 'Works in part', down: 'Down' } as const;
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
  database: 'Look at the log of the database, and whether its disk has room. Streams go on meanwhile.',
  analytics: 'Numbers wait in the engine’s spool and are counted once this part is back. Restart it if it stays down.',
  engine: 'Stations are off the air while it is down. It restarts by itself; if it does not, look at its log.',
  storage: 'Make room on the disk, or check the address and the keys of the bucket. Uploads fail until then.',
  mail: 'Check SMTP_URL and the mail server. Letters that failed are tried again.',
  jobs: 'Look at the failed jobs below. If none run at all, restart the worker.',
  identity: 'Nobody can sign in until it answers. Check OIDC_ISSUER, or restart the portal.',
};
