import { Text, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { CampaignForecast, ForecastDraft } from '#contract/api/campaign-forecast.ts';
import { isDay } from '#contract/rules/dates.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { money } from '#web/lib/currencies.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { campaignForecastQuery } from '../forecast-queries.ts';
import { advertisingDetailsQuery, inventoryQuery, type Demand } from '../queries.ts';
import { costOf, offsetAt } from '../shared/campaign-labels.ts';
import { DayBars } from '../shared/DayBars.tsx';
import { demandRules, type CampaignValues } from './campaign-form.ts';
import { ForecastLimits } from './ForecastLimits.tsx';
import classes from './Form.module.css';

type ForecastPanelProps = {
  accountKey: AccountKey;
  stationKeys: readonly StationKey[];
  onStations: (keys: StationKey[]) => void;
  /** The campaign, if it exists. */
  campaign: CampaignKey | undefined;
};

type Asked = { draft: ForecastDraft; stationKeys: readonly StationKey[]; demand: Demand };

/** What a campaign will deliver, what holds it back and how to change that, and what it costs; follows the form. */
export const ForecastPanel = ({ accountKey, stationKeys, onStations, campaign }: ForecastPanelProps) => {
  const panel = useRef<HTMLElement>(null);
  const { control } = useFormContext<CampaignValues>();
  const values = useWatch({ control }) as CampaignValues;
  const [asked] = useDebouncedValue<Asked | undefined>(askedBy(values, stationKeys, campaign), 300);
  const { data, error } = useQuery({
    ...campaignForecastQuery(accountKey, asked?.draft ?? (values as ForecastDraft), asked?.stationKeys ?? []),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const inventory = useQuery({
    ...inventoryQuery(accountKey, asked?.demand ?? noDemand),
    enabled: asked !== undefined,
    throwOnError: false,
  }).data;
  const { data: details } = useQuery({ ...advertisingDetailsQuery(accountKey), throwOnError: false });
  return (
    <>
      <Strip text={error || !data || !asked ? undefined : amountText(data)} panel={panel} />
      <aside className={classes.aside} ref={panel}>
        <Surface title="Forecast" description="From what was heard in the last 28 days, and what other campaigns need">
          {error ? (
            <Text size="sm" role="alert">
              {asApiError(error).text}
            </Text>
          ) : !data || !asked ? (
            <Text size="sm" c="dimmed">
              {missingText(values) ?? 'Calculating…'}
            </Text>
          ) : (
            <>
              <div role="status">
                <Text size="sm" c="dimmed">
                  Will deliver about
                </Text>
                <Text size="xl" fw={650} className="numbers">
                  {amountText(data)}
                </Text>
                <Text size="sm" c="dimmed" className="numbers">
                  {rangeText(data)}
                </Text>
              </div>
              {data.days.length > 1 && data.expected > data.delivered && (
                <DayBars label="By day" days={data.days.map(({ date, expected }) => ({ date, value: expected }))} />
              )}
              <ForecastLimits forecast={data} onStations={onStations} />
              {inventory && (
                <Text size="sm" c="dimmed" mt="md">
                  {whole(inventory.available)} impressions available to these listeners on these days
                  {inventory.booked > 0 && `, ${whole(inventory.booked)} booked`}.
                </Text>
              )}
              <Text size="sm" c="dimmed" mt={4}>
                {accuracyText(data.accuracy)}
              </Text>
            </>
          )}
          {details && (
            <Text size="sm" mt="md">
              {costText(values.impressionLimit, details)}
            </Text>
          )}
        </Surface>
      </aside>
    </>
  );
};

/** Keeps the forecast in view where its panel lies below the form; leads to it. */
const Strip = ({ text, panel }: { text: string | undefined; panel: RefObject<HTMLElement | null> }) =>
  text !== undefined && (
    <UnstyledButton className={classes.strip} onClick={() => panel.current?.scrollIntoView({ behavior: 'smooth' })}>
      Forecast: about <b className="numbers">{text}</b>
    </UnstyledButton>
  );

const amountText = ({ expected, goal }: CampaignForecast): string => `${whole(expected)} of ${whole(goal)}`;

const noDemand: Demand = { rules: [], from: '', to: '', offset: '+00:00', priority: 3 };

/** What the form asks for; undefined while it can't be answered. */
const askedBy = (
  values: CampaignValues,
  stationKeys: readonly StationKey[],
  campaign: CampaignKey | undefined,
): Asked | undefined => {
  if (missingText(values) !== undefined) return undefined;
  const { priority, impressionLimit, startDate, endDate, timezone, schedule, rateLimiting, positions } = values;
  const { providerRuleChains } = values;
  return {
    draft: {
      ...{ priority, impressionLimit, startDate, endDate, timezone, schedule, rateLimiting, positions },
      providerRuleChains,
      ...(campaign && { id: campaign }),
    },
    stationKeys,
    demand: {
      ...{ rules: demandRules(values, stationKeys), from: startDate, to: endDate, priority },
      offset: offsetAt(timezone, startDate),
    },
  };
};

/** What the form lacks for a forecast. */
const missingText = ({ startDate, endDate, impressionLimit, positions }: CampaignValues): string | undefined => {
  if (!isDay(startDate) || !isDay(endDate) || startDate > endDate) return 'Choose a first and a last day.';
  if (!impressionLimit) return 'Enter how many impressions you need.';
  return positions.length === 0 ? 'Choose at least one position.' : undefined;
};

const rangeText = ({ low, high }: CampaignForecast): string => {
  if (high === 0) return 'No room for it with these settings';
  return low === high ? 'Even with a smaller audience' : `Likely ${whole(low)} to ${whole(high)}`;
};

const accuracyText = ({ days, medianError }: { days: number; medianError: number | null }): string =>
  medianError === null
    ? 'There are no former forecasts to compare with yet.'
    : `Our forecasts of the last ${String(days)} days were off by ${String(Math.round(medianError * 1000) / 10)}% (median).`;

const costText = (goal: number | null, details: { impressionPrice: number; currency: string; cpm: number }): string => {
  const perThousand = `${money(costOf(1000, details.impressionPrice, details.currency), details.currency)} per thousand`;
  return goal
    ? `Value: ${money(costOf(goal, details.impressionPrice, details.currency), details.currency)} at ${perThousand}.`
    : `${perThousand}.`;
};
