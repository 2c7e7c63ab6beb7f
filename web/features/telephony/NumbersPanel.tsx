import { Badge, Button, Group, Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { StationLine } from '#contract/api/telephony.ts';
import { countryName } from '#web/lib/countries.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyButton } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useAskForNumber, useCallers } from './queries.ts';
import classes from './Telephony.module.css';

type NumbersPanelProps = { accountKey: AccountKey; stationKey: StationKey; line: StationLine; mayChange: boolean };

/** The main number in large, to copy and to call, the others, and how many are calling now. */
export const NumbersPanel = ({ stationKey, line, mayChange }: NumbersPanelProps) => {
  const callers = useCallers(stationKey, line);
  const ask = useAskForNumber(stationKey);
  const [isAsking, setAsking] = useState(false);
  const [main, ...others] = line.numbers;
  if (!main) return null;
  return (
    <Surface>
      <div className={classes.main}>
        <div className={classes.words}>
          <Text size="sm" c="dimmed">
            Phone number
          </Text>
          <Group gap="xs" wrap="nowrap">
            <a href={`tel:${main.did}`} className={classes.number}>
              <bdi dir="ltr">{main.display}</bdi>
            </a>
            <CopyButton label="Phone number" value={main.display} />
          </Group>
          <Text size="sm" c="dimmed">
            {countryName(main.country)}
          </Text>
        </div>
        <div className={classes.callers} data-calling={callers > 0 || undefined} aria-live="polite">
          <IconPhone size={18} aria-hidden />
          {callers === 0 ? 'Nobody is calling' : `${count(callers, 'caller')} now`}
        </div>
      </div>
      {others.length > 0 && (
        <ul className={classes.others} aria-label="Other numbers">
          {others.map(({ did, display, country }) => (
            <li key={did}>
              <a href={`tel:${did}`}>
                <bdi dir="ltr">{display}</bdi>
              </a>{' '}
              <Badge variant="light" color="gray">
                {countryName(country)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        {line.sip !== null && (
          <Group gap={4} className={classes.sip} wrap="nowrap">
            <Text size="sm" c="dimmed" component="span">
              SIP
            </Text>
            <code>
              <bdi dir="ltr">{line.sip}</bdi>
            </code>
            <CopyButton label="SIP address" value={line.sip} />
          </Group>
        )}
        {mayChange && (
          <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
            Give back {line.numbers.length === 1 ? 'the number' : 'all numbers'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={isAsking}
        title="Give back the phone number?"
        confirm="Give back"
        busy={ask.isPending}
        onConfirm={() =>
          ask.mutate(
            { action: 'disable' },
            {
              onSuccess: () => toastSuccess('Nobody gets it for 90 days.', 'Phone number given back'),
              onSettled: () => setAsking(false),
            },
          )
        }
        onClose={() => setAsking(false)}
      >
        Callers no longer reach your station on {line.numbers.map(({ display }) => display).join(', ')}. Calls that are
        running end.
      </ConfirmDialog>
    </Surface>
  );
};
