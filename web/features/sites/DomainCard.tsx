import { Badge, Button, Group, List, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { DomainProblem, DomainState, SiteDomain } from '#contract/api/site-domain.ts';
import { moment } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useCheckDomain, useRemoveDomain } from './queries.ts';
import classes from './editor/Editor.module.css';

type DomainCardProps = { accountKey: AccountKey; domain: SiteDomain; readOnly: boolean };

const states: Record<DomainState, { text: string; color: string }> = {
  pending: { text: 'Waiting for DNS', color: 'yellow' },
  verified: { text: 'Connected', color: 'green' },
  failing: { text: 'Records are wrong', color: 'red' },
  lost: { text: 'Disconnected', color: 'red' },
};

const problems: Record<DomainProblem, string> = {
  txtMissing: 'The TXT record was not found.',
  txtWrong: 'The TXT record has another value, or another account has proved the domain.',
  cnameMissing: 'The CNAME record was not found.',
  cnameWrong: 'The domain leads to another server.',
  dnsFailed: 'No DNS server answered.',
};

/** A domain with its state, the records to create, and what is wrong with them. */
export const DomainCard = ({ accountKey, domain, readOnly }: DomainCardProps) => {
  const { text, color } = states[domain.state];
  const check = useCheckDomain(accountKey);
  const remove = useRemoveDomain(accountKey);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Surface
      title={
        <Group gap="xs">
          <bdi>{domain.domain}</bdi>
          <Badge color={color}>{text}</Badge>
        </Group>
      }
      {...(domain.checked_at !== null && { description: `Checked ${moment(domain.checked_at)}` })}
      actions={
        !readOnly && (
          <Group gap="xs">
            <Button
              variant="default"
              size="xs"
              loading={check.isPending}
              onClick={() => check.mutate(domain.domain)}
              aria-label={`Check now: ${domain.domain}`}
            >
              Check now
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="xs"
              onClick={() => setConfirming(true)}
              aria-label={`Remove ${domain.domain}`}
            >
              Remove
            </Button>
          </Group>
        )
      }
    >
      {domain.problems.length > 0 && (
        <List size="sm" mb="sm" aria-label="What is wrong">
          {domain.problems.map((problem) => (
            <List.Item key={problem}>{problems[problem]}</List.Item>
          ))}
        </List>
      )}
      {domain.served_until !== null && (
        <Text size="sm" mb="sm">{`The site stays there until ${moment(domain.served_until)}.`}</Text>
      )}
      {domain.state !== 'verified' && (
        <Text size="sm" mb="sm">
          Create these records where you manage the domain. We look for them every 5 minutes for 3 days, then daily. A
          domain without a label in front (example.com) can’t have a CNAME: use an ALIAS record, or the addresses of the
          same server.
        </Text>
      )}
      <dl className={classes.records}>
        {domain.records.map(({ name, type, value }) => (
          <CopyField key={type} label={`${type} of ${name}`} value={value} />
        ))}
      </dl>
      <ConfirmDialog
        opened={isConfirming}
        title={`Remove ${domain.domain}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(domain.domain, {
            onSuccess: () => toastSuccess(`${domain.domain} removed.`),
            onSettled: () => setConfirming(false),
          })
        }
        onClose={() => setConfirming(false)}
      >
        The site is no longer shown there, and another account may use the domain.
      </ConfirmDialog>
    </Surface>
  );
};
