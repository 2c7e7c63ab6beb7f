import { useQuery } from '@tanstack/react-query';
import type { CampaignReport } from '#contract/api/campaign-report.ts';
import type { Campaign } from '#contract/api/campaign.ts';
import { evenPaceOf } from '#contract/rules/even-pace.ts';
import { shortDay } from '#web/lib/format.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { valuesOf } from '../form/campaign-form.ts';
import { campaignForecastQuery } from '../forecast-queries.ts';

const series = [
  { name: 'impressions', label: 'Impressions' },
  { name: 'thirdQuartile', label: 'Heard to three quarters' },
  { name: 'due', label: 'Even pace', dashed: true },
] as const;
const projected = { name: 'expected', label: 'Forecast' } as const;

type DeliveryProps = { campaign: Campaign; report: CampaignReport; isWhole: boolean };

/** Impressions by day against an even pace; while it runs, with the forecast of today and the days to come. */
export const Delivery = ({ campaign, report, isWhole }: DeliveryProps) => {
  const isRunning = campaign.status === 'active' && isWhole;
  const { providerRuleChains, ...values } = valuesOf(campaign);
  const { priority, impressionLimit, startDate, endDate, timezone, schedule, rateLimiting, positions } = values;
  const { data } = useQuery({
    ...campaignForecastQuery(
      campaign.accountKey,
      {
        ...{ priority, impressionLimit, startDate, endDate, timezone, schedule, rateLimiting, positions },
        ...{ id: campaign.id, providerRuleChains },
      },
      campaign.stationKeys,
    ),
    enabled: isRunning,
    throwOnError: false,
  });
  const days = report.stats.dailyImpressions;
  const today = days.at(-1);
  const ahead = isRunning ? (data?.days ?? []) : [];
  const dueOn = evenPaceOf({ startDate, endDate, schedule, impressionLimit: report.impressions.objective });
  const points = [
    ...days.map(({ date, ...values }, i) => ({
      at: date,
      ...values,
      due: Math.round(values.due),
      // Today's forecast is what was heard of it and what is still expected.
      expected: i === days.length - 1 && ahead[0]?.date === date ? values.impressions + ahead[0].expected : null,
    })),
    ...ahead
      .filter(({ date }) => today === undefined || date > today.date)
      .map(({ date, expected }) => ({
        at: date,
        impressions: null,
        thirdQuartile: null,
        due: Math.round(dueOn(date)),
        expected,
      })),
  ];
  return (
    <ChartFigure
      title="By day"
      description={`Days in ${report.timezone.replaceAll('_', ' ')}`}
      unit="impressions"
      kind="line"
      series={ahead.length > 0 ? [...series, projected] : series}
      points={points}
      fileName={`campaign-${campaign.id}`}
      nameOf={shortDay}
    />
  );
};
