import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconChartAreaLine } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { rangeOf } from '#contract/rules/analytics-period.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { accountAudienceQuery, stationAudienceQuery } from '#web/features/analytics/queries.ts';
import { periodNames } from '#contract/rules/analytics-period.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count } from '#web/lib/format.ts';
import { answersOf, questionOf } from './ask-numbers.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Place = { accountKey: AccountKey | undefined; stationKey: StationKey | undefined };

/** The statistics that a question such as `yesterday in Berlin` asks for, of the open station or of the account. */
export const useNumbersActions = (
  { accountKey, stationKey }: Place,
  search: string,
  go: (path: string) => () => void,
): SpotlightActionGroupData[] => {
  const question = questionOf(search);
  const key = stationKey ?? ('' as StationKey);
  const ofStation = useMay('station.readAnalytics', {
    ...(accountKey && { accountKey }),
    ...(stationKey && { stationKey }),
  });
  const ofAccount = useMay('account.readAnalytics', accountKey ? { accountKey } : {});
  const { data: station } = useQuery({ ...stationQuery(key), enabled: false });
  const range = rangeOf(question?.period ?? 'last7days', new Date(), station?.default_timezone || 'UTC');
  const isAsked = question !== undefined && question.value !== '';
  const stationStats = useQuery({
    ...stationAudienceQuery(key, range),
    enabled: isAsked && stationKey !== undefined && ofStation,
  });
  const accountStats = useQuery({
    ...accountAudienceQuery(accountKey ?? ('' as AccountKey), range),
    enabled: isAsked && stationKey === undefined && accountKey !== undefined && ofAccount,
  });
  const isOpen = stationKey === undefined ? accountKey !== undefined && ofAccount : ofStation;
  if (question === undefined || !isOpen) return [];
  const base =
    stationKey === undefined
      ? `/accounts/${accountKey}/analytics/streaming`
      : `/accounts/${accountKey}/stations/${stationKey}/analytics`;
  const { data: stats } = stationKey === undefined ? accountStats : stationStats;
  const period = periodNames[question.period];
  const action = (label: string, filter: Record<string, string>, description?: string) => ({
    id: `numbers.${label}`,
    label,
    ...(description !== undefined && { description }),
    // The palette shows what contains the words; an answer contains what they mean.
    keywords: [search],
    leftSection: <IconChartAreaLine {...icon} />,
    onClick: go(`${base}?${new URLSearchParams({ period: question.period, ...filter }).toString()}`),
  });
  const answers = (stats ? answersOf(stats, question) : []).slice(0, 6);
  return [
    {
      group: 'Statistics',
      actions: [
        ...answers.map(({ dimension, value, name, sessions }) =>
          action(`${period}: ${name}`, { [dimension]: value }, count(sessions, 'session')),
        ),
        ...(question.value === '' ? [action(`${period}: all listeners`, {})] : []),
      ],
    },
  ];
};
