import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { isDay } from '#contract/dates.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { money } from '#web/lib/currencies.ts';
import { count, shortDay, whole } from '#web/lib/format.ts';
import { DayCurve } from '#web/ui/chart/DayCurve.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { advertisingDetailsQuery, inventoryQuery, type Demand } from '../queries.ts';
import { costOf, offsetAt } from '../shared/campaign-labels.ts';
import { demandRules, type CampaignValues } from './campaign-form.ts';
import classes from './Form.module.css';

type ForecastPanelProps = {
  accountKey: AccountKey;
  stationKeys: readonly StationKey[];
  /** Whether the campaign exists: what it needs itself is no longer available. */
  isExisting: boolean;
};

/** What a campaign with these rules and dates can deliver, and what it costs; follows the form. */
export const ForecastPanel = ({ accountKey, stationKeys, isExisting }: ForecastPanelProps) => {
  const { control } = useFormContext<CampaignValues>();
  const values = useWatch({ control }) as CampaignValues;
  const { startDate, endDate, timezone, priority, impressionLimit: goal } = values;
  const isPeriod = isDay(startDate) && isDay(endDate) && startDate <= endDate;
  const [demand] = useDebouncedValue<Demand | undefined>(
    isPeriod
      ? {
          rules: demandRules(values, stationKeys),
          from: startDate,
          to: endDate,
          offset: offsetAt(timezone, startDate),
          priority,
        }
      : undefined,
    300,
  );
  const empty: Demand = { rules: [], from: startDate, to: endDate, offset: '+00:00', priority };
  const { data, error } = useQuery({
    ...inventoryQuery(accountKey, demand ?? empty),
    enabled: demand !== undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const { data: details } = useQuery({ ...advertisingDetailsQuery(accountKey), throwOnError: false });
  return (
    <aside className={classes.aside}>
      <Surface title="Forecast" description="From what was heard in the last 28 days">
        {error ? (
          <Text size="sm" role="alert">
            {asApiError(error).text}
          </Text>
        ) : !data ? (
          <Text size="sm" c="dimmed">
            {isPeriod ? 'Calculating…' : 'Choose a first and a last day.'}
          </Text>
        ) : (
          <>
            <Text size="xl" fw={650} className="numbers">
              {whole(data.available)}
            </Text>
            <Text size="sm" c="dimmed">
              {isExisting ? 'more impressions available' : 'impressions available'}
            </Text>
            {!isExisting && (
              <Text size="sm" mt="sm" role="status">
                {fitText(goal, data.available)}
              </Text>
            )}
            {data.booked > 0 && (
              <Text size="sm" c="dimmed" mt={4}>
                {isExisting ? 'Campaigns, this one included, need' : 'Other campaigns already need'}{' '}
                {whole(data.booked)}.
              </Text>
            )}
            {data.contending.length > 0 && (
              <Text component="ul" size="sm" c="dimmed" mt={4} ps="md">
                {data.contending.slice(0, 3).map(({ id, name, impressions }) => (
                  <li key={id}>
                    <bdi>{name}</bdi>: {whole(impressions)}
                  </li>
                ))}
              </Text>
            )}
            {data.days.length > 1 && (
              <DayCurve
                label="By day"
                unit="impressions"
                height={80}
                points={data.days.map(({ date, available }) => ({ label: shortDay(date), value: available }))}
              />
            )}
          </>
        )}
        {details && (
          <Text size="sm" mt="md">
            {costText(goal, details)}
          </Text>
        )}
      </Surface>
    </aside>
  );
};

/** Whether the goal fits what is available. */
const fitText = (goal: number | null, available: number): string => {
  if (!goal) return 'Enter how many impressions you need.';
  if (goal <= available) return `Your ${count(goal, 'impression')} should be reached.`;
  return `${whole(goal - available)} fewer than your goal of ${whole(goal)}. Choose more days, places or stations.`;
};

const costText = (goal: number | null, details: { impressionPrice: number; currency: string; cpm: number }): string => {
  const perThousand = `${money(costOf(1000, details.impressionPrice, details.currency), details.currency)} per thousand`;
  return goal
    ? `Value: ${money(costOf(goal, details.impressionPrice, details.currency), details.currency)} at ${perThousand}.`
    : `${perThousand}.`;
};
