import { Alert, Text } from '@mantine/core';
import type { TelephonyHealth } from '#contract/api/telephony-admin.ts';
import { capital, count, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { reasonLabel } from './refused-calls.ts';
import classes from './Telephony.module.css';

/** Whether calls are answered, on which ports, and which were refused. */
export const HealthPanel = ({ health: { engine, host, revision } }: { health: TelephonyHealth }) => {
  if (!engine)
    return (
      <Surface title="Telephone engine">
        <Alert color="red" title="Not reachable">
          The portal can’t reach its streaming engine. Calls in progress continue.
        </Alert>
      </Surface>
    );
  const open = { ...engine.ports, web: engine.web_port };
  const ports = (['udp', 'tcp', 'tls', 'web'] as const).flatMap((kind) => {
    const port = open[kind];
    return port === null ? [] : `${kind.toUpperCase()} ${String(port)}`;
  });
  return (
    <Surface title="Telephone engine">
      {(!engine.running || engine.problem !== '') && (
        <Alert color="red" mb="md" title={engine.running ? 'Needs attention' : 'Calls are not answered'}>
          {engine.problem === '' ? 'The telephone process is not running.' : engine.problem}
        </Alert>
      )}
      <dl className={classes.facts}>
        <Fact name="Answers at" value={ports.length === 0 ? 'Nowhere' : `${host} (${ports.join(', ')})`} />
        <Fact name="Calls now" value={whole(engine.calling)} />
        <Fact name="Messages from unknown addresses" value={`${whole(engine.strangers)}, not answered`} />
        <Fact name="Settings" value={engine.revision === revision ? 'In use' : 'Not in use yet'} />
      </dl>
      {engine.refused.length > 0 && (
        <>
          <Text fw={600} mt="md">
            Refused since its start
          </Text>
          <ul className={classes.problems}>
            {engine.refused.map(({ reason, count: times }) => (
              <li key={reason}>
                {capital(reasonLabel(reason))}: {count(times, 'call')}
              </li>
            ))}
          </ul>
        </>
      )}
    </Surface>
  );
};

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
);
