import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { latestDays } from '#contract/api/campaign-forecast.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import { day, whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { makegoodQuery, useMakeGood } from '../forecast-queries.ts';

type MakegoodNoticeProps = { campaign: Campaign; mayWrite: boolean };

/** Offers a campaign for what an ended one has not delivered, with the last day that the forecast needs. */
export const MakegoodNotice = ({ campaign, mayWrite }: MakegoodNoticeProps) => {
  const { accountKey, id, status } = campaign;
  const { data } = useQuery({
    ...makegoodQuery(accountKey, id),
    enabled: status === 'ended',
    throwOnError: false,
  });
  const { mutate, isPending } = useMakeGood(accountKey);
  const [key] = useState(() => crypto.randomUUID());
  const makegood = data?.makegood;
  if (!makegood) return null;
  const { missing, endDate, campaign: followUp } = makegood;
  return (
    <Alert color="yellow" mb="md" title={`Ended ${whole(missing)} impressions short`}>
      {followUp ? (
        <Text size="sm">
          Made up for by{' '}
          <Link
            to="/accounts/$accountKey/advertising/$campaignId/report"
            params={{ accountKey, campaignId: followUp.id }}
          >
            <bdi>{followUp.name}</bdi>
          </Link>
          .
        </Text>
      ) : endDate === null ? (
        <Text size="sm">
          Its stations can’t make up for them within {latestDays} days. Nothing undelivered is charged.
        </Text>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            A campaign until {day(endDate)} can make up for them, without charge. Nothing undelivered is charged.
          </Text>
          {mayWrite && (
            <Button
              size="xs"
              loading={isPending}
              onClick={() =>
                mutate(
                  { cid: id, endDate, key },
                  { onSuccess: ({ name }) => toastSuccess(`“${name}” runs until ${day(endDate)}.`) },
                )
              }
            >
              Make up for it
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
};
